//! The games in `training/games` can be replayed and learned from.

use onepure::arena::selfplay::TrainingGames;
use std::path::Path;

#[test]
fn kept_games_are_legal_and_small() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    let (mut bytes, mut files) = (0, 0);
    for entry in std::fs::read_dir(&folder).expect("the folder of games") {
        let path = entry.expect("a file").path();
        bytes += path.metadata().expect("a size").len();
        let mut games = 0;
        for game in TrainingGames::open(&path).expect("a file of games") {
            let game = game.expect("a game");
            let mut position = game.start().expect("known rules and a known size");
            for action in game.moves().expect("moves") {
                position.play(action).expect("a legal move");
            }
            assert!(game.end().is_some() || game.result == "Void", "{}", game.result);
            for target in &game.targets {
                let most = target.moves().expect("moves").iter().map(|&(_, visits)| visits).max();
                assert_eq!(most, Some(255), "visits are shares in 8 bits");
            }
            games += 1;
        }
        files += 1;
        assert!(games > 0, "{}", path.display());
    }
    assert!(files > 0, "no file in {}", folder.display());
    assert!(bytes <= 15 << 20, "{bytes} bytes; the limit is 15 MiB");
}
