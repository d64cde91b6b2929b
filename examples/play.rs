//! The engine against itself on 9×9 under the One Pure Rules: the board after the game, the count and the result.
//!
//! ```text
//! cargo run --release --example play -- 200
//! ```

#![allow(clippy::print_stdout, reason = "its output is all that this program is for")]

use onepure::engine::{Decision, Engine, Settings};
use onepure::geometry::BoardSize;
use onepure::rules::Ruleset;
use onepure::view::{self, Look};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let visits = std::env::args().nth(1).map_or(Ok(200), |visits| visits.parse())?;
    let settings = Settings { visits: Some(visits), threads: 1, resign_below: 0.05, ..Settings::default() };
    let mut engine = Engine::new(BoardSize::new(9)?, Ruleset::one_pure(), settings);
    while !engine.game().is_over() {
        let color = engine.game().to_play();
        match engine.best_move(color) {
            Decision::Play(action) => {
                let turn = engine.play_as(color, action)?;
                println!("{color} {action}");
                for chain in &turn.retired {
                    println!("    retired: {} stones", chain.stones.len());
                }
            }
            Decision::Resign => engine.resign(color)?,
        }
    }
    for line in view::board(engine.game(), Look::PLAIN) {
        println!("{line}");
    }
    let outcome = engine.game().outcome().ok_or("the game is over")?;
    println!("{}", outcome.verdict);
    Ok(())
}
