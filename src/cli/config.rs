//! A file with options: TOML, with keys that are named like the options.
//!
//! ```toml
//! size = 9
//! lang = "ko"
//! time = 2.5
//! ```

use super::options::Options;
use clap::{ArgAction, Args, Command};
use std::path::Path;
use toml::{Table, Value};

/// Reads a file of options as arguments that say the same. On an error, one line that names the file.
pub(super) fn read(file: &Path) -> Result<Vec<String>, String> {
    let name = file.display();
    let text = std::fs::read_to_string(file).map_err(|error| format!("{name}: {error}"))?;
    let table: Table = text.parse().map_err(|error: toml::de::Error| {
        let before = |start: usize| text.bytes().take(start).filter(|&byte| byte == b'\n').count();
        let line = 1 + error.span().map_or(0, |span| before(span.start));
        format!("{name}, line {line}: {}", error.message().lines().next().unwrap_or_default())
    })?;
    let keys = keys();
    let argument = |(key, value): (String, Value)| {
        let Some((_, is_flag)) = keys.iter().find(|(known, _)| *known == key) else {
            let names: Vec<&str> = keys.iter().map(|(known, _)| known.as_str()).collect();
            return Err(format!("{name}: `{key}` is not an option; there are {}", names.join(", ")));
        };
        match (value, is_flag) {
            (Value::Boolean(wanted), true) => Ok(wanted.then(|| format!("--{key}"))),
            (_, true) => Err(format!("{name}: `{key}` is true or false")),
            (Value::String(text), false) => Ok(Some(format!("--{key}={text}"))),
            (value @ (Value::Integer(_) | Value::Float(_)), false) => Ok(Some(format!("--{key}={value}"))),
            (_, false) => Err(format!("{name}: `{key}` is a number or a text in quotation marks")),
        }
    };
    table.into_iter().map(argument).filter_map(Result::transpose).collect()
}

/// The names of the options that a file may hold, and whether they are flags.
fn keys() -> Vec<(String, bool)> {
    let command = Options::augment_args(Command::new("options"));
    let options = command.get_arguments().filter(|option| option.get_id() != "config");
    let key = |option: &clap::Arg| {
        let is_flag = matches!(option.get_action(), ArgAction::SetTrue);
        option.get_long().map(|long| (long.to_owned(), is_flag))
    };
    options.filter_map(key).collect()
}
