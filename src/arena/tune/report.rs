//! The report of a tuning.

use super::parameter::TunedParameter;
use super::tune_state::TuneState;
use crate::arena::report::TextTable;
use crate::arena::{PlayerSettings, Program};
use onepure_engine::engine::{PARAMETERS, Parameter, Settings};
use std::fmt::Write as _;

/// The values so far: as a table, and as commands that set them.
///
/// The commands are in GTP. For the built-in player there is also an option of `onepure match` with all settings that
/// differ from the defaults.
pub fn report(tuning: &TuneState<'_>) -> String {
    let (settings, spsa) = (tuning.settings(), tuning.spsa());
    let (rules, size) = (settings.games().ruleset.name, settings.games().size.lines());
    let mut table = TextTable::new(&["Parameter", "Start", "Tuned", "Last", "Least", "Most", "Step"]);
    let (mut notes, mut commands) = (String::new(), String::new());
    let tuned = spsa.estimate();
    for ((parameter, &value), &last) in settings.parameters.iter().zip(&tuned).zip(spsa.place()) {
        let (name, text) = (&parameter.name, parameter.text(value));
        let numbers =
            [parameter.start, value, last, parameter.low, parameter.high].map(|number| parameter.text(number));
        table.add([vec![name.clone()], numbers.to_vec(), vec![parameter.step.to_string()]].concat());
        // Writing to a string cannot fail.
        let _ = writeln!(commands, "kata-set-param {name} {text}");
        if parameter.is_at_the_edge(value) {
            let _ = writeln!(notes, "{name} is at the edge of its range: the right value may lie beyond it.");
        }
    }
    if let Some(player) = builtin(&settings.tuned_player(&tuned), &settings.parameters) {
        let _ = writeln!(commands, "--player tuned={player}");
    }
    let (done, all, games) = (spsa.done(), settings.iterations, tuning.games());
    let heading = format!("{done} of {all} iterations, {games} games: {size}×{size}, rules {rules}");
    let gap = if notes.is_empty() { "" } else { "\n" };
    format!("{heading}\n\n{}\n{gap}{notes}\n{commands}", table.text())
}

/// The built-in player as an option: the tuned parameters and all settings that differ from the defaults.
fn builtin(player: &PlayerSettings, tuned: &[TunedParameter]) -> Option<String> {
    let Program::Builtin(settings) = &player.program else { return None };
    let plain = Settings { threads: 1, ..Settings::default() };
    let is_set = |parameter: &&Parameter| {
        parameter.get(settings) != parameter.get(&plain) || tuned.iter().any(|tuned| tuned.name == parameter.name)
    };
    let setting = |parameter: &Parameter| format!("{}={}", parameter.name, parameter.get(settings));
    let texts: Vec<String> = PARAMETERS.iter().filter(is_set).map(setting).collect();
    Some(format!("builtin:{}", texts.join(",")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::game::example::played;
    use crate::arena::schedule::MatchSettings;
    use crate::arena::tune::TuneSettings;
    use onepure_rules::geometry::BoardSize;
    use onepure_rules::rules::Ruleset;

    fn settings(player: &str, parameters: &[&str]) -> TuneSettings {
        let games = MatchSettings::new(Vec::new(), Ruleset::one_pure(), BoardSize::new(9).expect("a size"));
        let parameters = parameters.iter().map(|text| text.parse().expect("a parameter")).collect();
        let player = player.parse().expect("a player");
        let mut settings = TuneSettings::new(&player, None, parameters, games).expect("settings");
        settings.iterations = 10;
        settings
    }

    #[test]
    fn values_stand_in_a_table_and_in_lines_to_type() {
        let parameters = ["resign-below=0.25,0..1,step=0.1", "memory=8,8..64,step=2"];
        let settings = settings("me=builtin:visits=50,memory=9,seed=3", &parameters);
        let text = report(&TuneState::new(&settings));
        let expected = "\
0 of 10 iterations, 0 games: 9×9, rules one-pure

Parameter     Start  Tuned  Last  Least  Most  Step
resign-below   0.25   0.25  0.25      0     1   0.1
memory            8      8     8      8    64     2

memory is at the edge of its range: the right value may lie beyond it.

kata-set-param resign-below 0.25
kata-set-param memory 8
--player tuned=builtin:visits=50,memory=8,resign-below=0.25,seed=3
";
        assert_eq!(text, expected);
        let (_, player) = text.trim_end().rsplit_once(' ').expect("a player");
        assert!(player.parse::<PlayerSettings>().is_ok(), "{player}");
    }

    #[test]
    fn a_program_gets_commands_alone() {
        let settings = settings("other=program gtp", &["width=1.5,0..2,step=0.5"]);
        let mut tuning = TuneState::new(&settings);
        for number in [1, 2] {
            tuning.add(&played(number, "plus", "minus", "0")).expect("a game of the iteration");
        }
        let text = report(&tuning);
        assert!(text.starts_with("1 of 10 iterations, 2 games: "), "{text}");
        assert!(text.ends_with("\n\nkata-set-param width 1.5\n"), "{text}");
    }
}
