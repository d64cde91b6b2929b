//! The settings of a player: a program and its options.

use onepure_engine::engine::{PARAMETERS, Parameter, Settings};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::str::FromStr;

/// A player: a name and a program.
///
/// Parses from `NAME=COMMAND`, whose command is split into words as in a shell, or from `builtin:visits=2000`, with or
/// without a name.
///
/// ```
/// use onepure::arena::{PlayerSettings, Program};
///
/// let player: PlayerSettings = "gnu=gnugo --mode gtp --level 8".parse()?;
/// let Program::Process(process) = player.program else { panic!("a command") };
/// assert_eq!(process.command, ["gnugo", "--mode", "gtp", "--level", "8"]);
///
/// let player: PlayerSettings = "builtin:visits=2000,threads=1".parse()?;
/// assert_eq!(player.name, "builtin:visits=2000,threads=1");
/// # Ok::<(), onepure::arena::PlayerError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct PlayerSettings {
    /// The name in the report, unique in a match.
    pub name: String,
    /// The program that plays.
    pub program: Program,
}

/// A program that plays.
#[derive(Clone, PartialEq, Debug)]
pub enum Program {
    /// The engine in this process. The seed of each game is added to this seed.
    Builtin(Box<Settings>),
    /// A program that speaks GTP version 2.
    Process(Process),
}

/// A program that speaks GTP version 2 on its stdin and stdout.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Process {
    /// The program and its arguments: at least one word.
    pub command: Vec<String>,
    /// The working directory; `None` for that of this process.
    pub directory: Option<PathBuf>,
    /// Additional environment variables.
    pub environment: BTreeMap<String, String>,
    /// GTP commands sent once after each start, before the first game.
    pub start_up: Vec<String>,
    /// Whether the program knows the rules of the match, beyond ordinary Go. `None` to detect it by the command
    /// `opr-state`.
    pub knows_our_rules: Option<bool>,
    /// A file to which stderr is appended; `None` to keep only the last lines, for messages.
    pub stderr: Option<PathBuf>,
}

/// Why a text or a file does not describe players.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlayerError {
    /// A player without a name.
    #[error("`{0}` is not a player: NAME=COMMAND, such as gnu='gnugo --mode gtp', or builtin:visits=1000")]
    Nameless(String),
    /// A name that cannot be printed.
    #[error("the name of a player is text on one line, which {0:?} is not")]
    Name(String),
    /// A player without a command.
    #[error("the player {0} has no command")]
    NoCommand(String),
    /// A command that a shell cannot split.
    #[error("the command of the player {name} cannot be split into words: {reason}")]
    Words {
        /// The player.
        name: String,
        /// The reason.
        reason: String,
    },
    /// An unknown setting of the built-in player.
    #[error("setting of a built-in player: expected {names}; got `{0}`", names = settings())]
    Setting(String),
    /// An invalid value of a setting.
    #[error("`{setting}={value}` is not a setting of a built-in player: {expected}")]
    Value {
        /// The setting.
        setting: String,
        /// The value found.
        value: String,
        /// The values expected.
        expected: String,
    },
    /// An error in a file.
    #[error("{file}{}: {problem}", .line.map_or(String::new(), |line| format!(", line {line}")))]
    File {
        /// The file.
        file: String,
        /// The line, from 1, if known.
        line: Option<usize>,
        /// The reason.
        problem: String,
    },
}

/// The command of a built-in player, before its settings.
const BUILTIN: &str = "builtin";

impl FromStr for PlayerSettings {
    type Err = PlayerError;

    fn from_str(text: &str) -> Result<Self, PlayerError> {
        if is_builtin(text) {
            return Self::new(text, text);
        }
        let (name, command) = text.split_once('=').ok_or_else(|| PlayerError::Nameless(text.to_owned()))?;
        Self::new(name, command)
    }
}

impl PlayerSettings {
    /// A player with this name and command. The command may name a built-in player.
    pub fn new(name: &str, command: &str) -> Result<Self, PlayerError> {
        let name = checked_name(name)?;
        let program = match builtin_program(command.trim()) {
            Some(program) => program?,
            None => Program::Process(Process { command: words(&name, command)?, ..Process::default() }),
        };
        Ok(Self { name, program })
    }
}

/// The trimmed name. An empty name or control characters are an error.
pub(super) fn checked_name(name: &str) -> Result<String, PlayerError> {
    let name = name.trim();
    if name.is_empty() || name.chars().any(char::is_control) {
        return Err(PlayerError::Name(name.to_owned()));
    }
    Ok(name.to_owned())
}

/// The words of a command; at least one.
pub(super) fn words(name: &str, command: &str) -> Result<Vec<String>, PlayerError> {
    let words = shell_words::split(command)
        .map_err(|error| PlayerError::Words { name: name.to_owned(), reason: error.to_string() })?;
    if words.is_empty() { Err(PlayerError::NoCommand(name.to_owned())) } else { Ok(words) }
}

fn is_builtin(command: &str) -> bool {
    command.trim().strip_prefix(BUILTIN).is_some_and(|rest| rest.is_empty() || rest.starts_with(':'))
}

/// The built-in player of a command such as `builtin:visits=2000`; `None` for another command.
pub(super) fn builtin_program(command: &str) -> Option<Result<Program, PlayerError>> {
    let settings = command.strip_prefix(BUILTIN)?;
    let settings = if settings.is_empty() { "" } else { settings.strip_prefix(':')? };
    Some(read_settings(settings).map(|settings| Program::Builtin(Box::new(settings))))
}

/// The names of all settings of a built-in player.
fn settings() -> String {
    PARAMETERS.iter().map(|parameter| parameter.name).collect::<Vec<_>>().join(", ")
}

/// Parses settings such as `visits=2000,threads=1`. The default is one thread, because games run in parallel.
fn read_settings(text: &str) -> Result<Settings, PlayerError> {
    let mut settings = Settings { threads: 1, ..Settings::default() };
    for setting in text.split(',').map(str::trim).filter(|setting| !setting.is_empty()) {
        let (name, value) = setting.split_once('=').unwrap_or((setting, ""));
        let parameter = Parameter::find(name).ok_or_else(|| PlayerError::Setting(name.to_owned()))?;
        let value = parameter.read(value).map_err(|error| PlayerError::Value {
            setting: name.to_owned(),
            value: value.to_owned(),
            expected: error.to_string(),
        })?;
        parameter.set(&mut settings, value);
    }
    Ok(settings)
}

#[cfg(test)]
mod tests {
    use super::*;
    use onepure_engine::engine::NetworkChoice;
    use std::time::Duration;

    fn error(text: &str) -> String {
        text.parse::<PlayerSettings>().expect_err("not a player").to_string()
    }

    fn builtin(text: &str) -> Settings {
        match text.parse::<PlayerSettings>().expect("a player").program {
            Program::Builtin(settings) => *settings,
            Program::Process(process) => panic!("{process:?} is not built in"),
        }
    }

    #[test]
    fn commands_are_split_as_a_shell_does_it() {
        let player: PlayerSettings = "two words = 'a b' --c=\"d e\"".parse().expect("a player");
        assert_eq!(player.name, "two words");
        let Program::Process(process) = player.program else { panic!("a command") };
        assert_eq!(process.command, ["a b", "--c=d e"]);
    }

    #[test]
    fn settings_of_built_in_players() {
        let plain = builtin("builtin");
        assert_eq!((plain.visits, plain.threads), (None, 1));
        let all = builtin("me=builtin:visits=20,time=1.5,threads=2,memory=64,seed=7,resign-below=0.1");
        assert_eq!((all.visits, all.time, all.threads), (Some(20), Some(Duration::from_millis(1500)), 2));
        assert_eq!((all.memory, all.seed), (64, 7));
        assert!((all.resign_below - 0.1).abs() < f64::EPSILON);
        assert_eq!(builtin("builtin:network=none").network, NetworkChoice::None);
        let player: PlayerSettings = "builtin:visits=3".parse().expect("a player");
        assert_eq!(player.name, "builtin:visits=3");
    }

    #[test]
    fn mistakes_are_named() {
        assert_eq!(
            error("gnugo"),
            "`gnugo` is not a player: NAME=COMMAND, such as gnu='gnugo --mode gtp', or builtin:visits=1000"
        );
        assert_eq!(error("=gnugo"), "the name of a player is text on one line, which \"\" is not");
        assert_eq!(error("a= "), "the player a has no command");
        assert_eq!(error("a='b"), "the command of the player a cannot be split into words: missing closing quote");
        assert_eq!(
            error("builtin:depth=3"),
            format!("setting of a built-in player: expected {}; got `depth`", settings())
        );
        assert!(settings().starts_with("threads, level, visits, time, "));
        assert_eq!(
            error("builtin:threads=0"),
            "`threads=0` is not a setting of a built-in player: expected an integer from 1 to 1024"
        );
        assert_eq!(
            error("builtin:resign-below=2"),
            "`resign-below=2` is not a setting of a built-in player: expected a number from 0 to 1"
        );
        let missing = error("builtin:network=no/such/file");
        assert!(missing.starts_with("`network=no/such/file` is not a setting of a built-in player: "), "{missing}");
        assert!(
            error("builtin:time=0")
                .starts_with("`time=0` is not a setting of a built-in player: expected a number from ")
        );
    }
}
