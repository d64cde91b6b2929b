//! The commands of Go servers' clients, as in [docs/servers.md](../../docs/servers.md).

use crate::dialogue::Dialogue;

/// Black holds the left of a 5×5 board and White the right, with a black stone that cannot live.
const DEAD_STONE: &str = "play b b1\nplay w c1\nplay b b2\nplay w c2\nplay b b3\nplay w c3\nplay b b4\nplay w c4\nplay b b5\n\
                          play w c5\nplay b e3\n";

#[test]
fn the_client_of_cgos_plays_a_game() {
    let mut dialogue = Dialogue::new(9, 50);
    dialogue.tell("kata-set-rules koPOSITIONALscoreAREAtaxNONEsui0\n");
    let commands = dialogue.ask("list_commands");
    for needed in ["boardsize", "clear_board", "komi", "play", "genmove", "quit", "time_settings", "time_left"] {
        assert!(commands.lines().any(|command| command == needed), "{needed}");
    }
    assert!(commands.lines().any(|command| command == "cgos-genmove_analyze"));
    dialogue.tell("boardsize 5\nclear_board\nkomi 7.0\ntime_settings 300 0 0\n");
    dialogue.tell(DEAD_STONE);
    dialogue.tell("time_left W 299 0\n");
    let answer = dialogue.ask("cgos-genmove_analyze W");
    let (analysis, action) = answer.rsplit_once('\n').expect("a line of analysis, and the move");
    assert!(analysis.trim_start().starts_with('{') && action.starts_with("play "), "{answer}");
    // The current board is counted.
    assert!(dialogue.ask("kata-get-rules").contains("\"friendlyPassOk\":false"));
}

#[test]
fn the_client_of_kgs_plays_a_game() {
    let mut dialogue = Dialogue::new(9, 300);
    let start = "name\nversion\nkgs-rules chinese\nboardsize 5\nkomi 0.5\nclear_board\nkgs-time_settings byoyomi 600 30 5\n\
                 time_left black 600 0\ntime_left white 30 5\n";
    dialogue.tell(start);
    dialogue.tell(DEAD_STONE);
    dialogue.tell("undo\nplay b E3\ngenmove w\nkgs-chat game somebody winrate\n");
    dialogue.tell("play b pass\nplay w pass\n");
    assert_eq!(dialogue.ask("final_status_list dead"), "E3");
    dialogue.tell("kgs-genmove_cleanup w\nkgs-game_over\n");
    for rules in ["japanese", "aga", "new_zealand"] {
        dialogue.tell(&format!("kgs-rules {rules}\n"));
    }
}

#[test]
fn the_client_of_ogs_plays_a_game() {
    let mut dialogue = Dialogue::new(9, 50);
    dialogue.tell("kata-set-rules chinese\n");
    let kinds = dialogue.ask("kata-list_time_settings");
    assert!(kinds.split(' ').any(|kind| kind == "fischer-capped"), "{kinds}");
    // A handicap game resumed after its first moves.
    let start =
        "boardsize 9\r\nclear_board\r\nkomi 0.5\r\nset_free_handicap c3 g7\r\nplay white e5\r\nplay black c7\r\n";
    dialogue.tell(start);
    for clock in [
        "kata-time_settings fischer-capped 120 30 300 -1",
        "kgs-time_settings byoyomi 600 30 5",
        "kgs-time_settings canadian 600 300 25",
        "time_settings 0 30 1",
        "time_settings 900 0 0",
    ] {
        dialogue
            .tell(&format!("{clock}\r\ntime_left black 117 0\r\ntime_left white 30 0\r\ngenmove white\r\nundo\r\n"));
    }
}
