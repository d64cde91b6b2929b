//! Files of players, in TOML.

use super::player_settings::{PlayerError, PlayerSettings, Process, Program, builtin_program, checked_name, words};
use onepure_rules::files;
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Reads the players of a TOML file, in file order.
///
/// ```toml
/// [[player]]
/// name = "katago"
/// command = "katago gtp -model default.bin.gz -config gtp.cfg"   # or a list of words
/// directory = "/opt/katago"                    # everything from here on may be left out
/// environment = { CUDA_VISIBLE_DEVICES = "0" }
/// start_up = ["kata-set-rules chinese"]        # GTP commands after each start
/// knows_our_rules = false
/// stderr = "katago.log"
///
/// [[player]]
/// name = "ours"
/// command = "builtin:visits=2000"
/// ```
///
/// The file may also hold a table `[match]` with the rest of the match. This function ignores it.
pub fn load_players(file: &Path) -> Result<Vec<PlayerSettings>, PlayerError> {
    let name = file.display().to_string();
    let wrong = |line, problem| PlayerError::File { file: name.clone(), line, problem };
    let text = files::read_text(file).map_err(|error| wrong(None, error.to_string()))?;
    read(&text, &wrong)
}

fn read(text: &str, wrong: &impl Fn(Option<usize>, String) -> PlayerError) -> Result<Vec<PlayerSettings>, PlayerError> {
    let file: File = toml::from_str(text).map_err(|error| {
        let line = error.span().map(|span| 1 + text.bytes().take(span.start).filter(|&byte| byte == b'\n').count());
        wrong(line, error.message().lines().collect::<Vec<_>>().join("; "))
    })?;
    if file.player.is_empty() {
        return Err(wrong(None, "no player in it: each begins with [[player]]".to_owned()));
    }
    file.player.into_iter().map(|entry| entry.player().map_err(|error| wrong(None, error.to_string()))).collect()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    player: Vec<Entry>,
    #[serde(rename = "match")]
    _match: Option<IgnoredAny>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    name: String,
    command: Command,
    directory: Option<PathBuf>,
    #[serde(default)]
    environment: BTreeMap<String, String>,
    #[serde(default)]
    start_up: Vec<String>,
    knows_our_rules: Option<bool>,
    stderr: Option<PathBuf>,
}

#[derive(Deserialize)]
#[serde(untagged, expecting = "a command is text or a list of words")]
enum Command {
    Text(String),
    Words(Vec<String>),
}

impl Entry {
    fn player(self) -> Result<PlayerSettings, PlayerError> {
        let name = checked_name(&self.name)?;
        let command = match self.command {
            Command::Text(text) => match builtin_program(text.trim()) {
                Some(program) => return Ok(PlayerSettings { name, program: program? }),
                None => words(&name, &text)?,
            },
            Command::Words(words) if words.is_empty() => return Err(PlayerError::NoCommand(name)),
            Command::Words(words) => words,
        };
        let process = Process {
            command,
            directory: self.directory,
            environment: self.environment,
            start_up: self.start_up,
            knows_our_rules: self.knows_our_rules,
            stderr: self.stderr,
        };
        Ok(PlayerSettings { name, program: Program::Process(process) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn players(text: &str) -> Result<Vec<PlayerSettings>, String> {
        let wrong = |line, problem| PlayerError::File { file: "players.toml".to_owned(), line, problem };
        read(text, &wrong).map_err(|error| error.to_string())
    }

    #[test]
    fn everything_that_can_stand_in_it() {
        let text = r#"
            [[player]]
            name = "z"
            command = ["a b", "c"]
            directory = "/tmp"
            environment = { THREADS = "1" }
            start_up = ["komi 3"]
            knows_our_rules = true
            stderr = "z.log"
            [[player]]
            name = "a"
            command = "builtin:visits=2"
            [match]
            games = 10
        "#;
        let read = players(text).expect("two players");
        let expected = Process {
            command: vec!["a b".to_owned(), "c".to_owned()],
            directory: Some("/tmp".into()),
            environment: BTreeMap::from([("THREADS".to_owned(), "1".to_owned())]),
            start_up: vec!["komi 3".to_owned()],
            knows_our_rules: Some(true),
            stderr: Some("z.log".into()),
        };
        assert_eq!((read[0].name.as_str(), &read[0].program), ("z", &Program::Process(expected)));
        assert_eq!(read[1].name, "a");
        assert!(matches!(&read[1].program, Program::Builtin(settings) if settings.visits == Some(2)));
    }

    #[test]
    fn mistakes_are_named_with_their_line() {
        let error = |text| players(text).expect_err("no players");
        assert_eq!(error(""), "players.toml: no player in it: each begins with [[player]]");
        assert!(error("[[player]]\nname = 1\ncommand = \"a\"").starts_with("players.toml, line 2: invalid type"));
        assert!(error("[[player]]\nname = \"a\"").contains("missing field `command`"));
        assert!(
            error("[[player]]\nname = \"a\"\ncommand = \"b\"\nlevel = 3").contains("line 4: unknown field `level`")
        );
        assert_eq!(
            error("[[player]]\nname = \"a\"\ncommand = 3"),
            "players.toml, line 3: a command is text or a list of words"
        );
        assert_eq!(error("[[player]]\nname = \"a\"\ncommand = []"), "players.toml: the player a has no command");
    }
}
