//! Networks: what they see is the same from every side, and files that hold none are refused in one line.

use onepure::board::Color;
use onepure::geometry::{BoardSize, Large};
use onepure::network::{Architecture, Evaluator, Inputs, Network, Precision};
use onepure::rules::{Game, Ruleset};

#[test]
fn a_network_is_read_back() {
    let network = Network::random(Architecture::standard(3, 32), 1);
    let read = Network::from_bytes(&network.to_bytes()).expect("a network");
    assert_eq!(read.architecture(), network.architecture());
    assert_eq!((read.name(), read.origin()), (network.name(), network.origin()));
    let inputs = Inputs::<Large>::of_game(&Game::new(BoardSize::MAIN, Ruleset::one_pure()), Color::Black);
    let evaluate = |network| Evaluator::with_precision(network, Precision::Reference).evaluate(&inputs);
    let evaluation = evaluate(&network);
    assert!(evaluate(&read) == evaluation);
    assert!((evaluation.outcome.iter().sum::<f32>() - 1.0).abs() < 1e-5);
    println!("{:?} {} {}", evaluation.outcome, evaluation.score, evaluation.deviation);
}
