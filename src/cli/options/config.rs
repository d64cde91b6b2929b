//! A file of options: TOML, with the names of the options as keys.
//!
//! ```toml
//! size = 9
//! lang = "ko"
//! time = 2.5
//! ```

use super::Options;
use clap::{ArgAction, Args, Command};
use onepure_rules::files;
use std::path::Path;
use toml::{Table, Value};

/// Reads a file of options as arguments. The error is one line that names the file.
pub(in crate::cli) fn read(file: &Path) -> Result<Vec<String>, String> {
    arguments(file, read_table(file)?, &Key::of::<Options>())
}

/// Reads a TOML file. The error is one line that names the file.
pub(in crate::cli) fn read_table(file: &Path) -> Result<Table, String> {
    let name = file.display();
    let text = files::read_text(file).map_err(|error| format!("{name}: {error}"))?;
    text.parse().map_err(|error: toml::de::Error| {
        let before = |start: usize| text.bytes().take(start).filter(|&byte| byte == b'\n').count();
        let line = 1 + error.span().map_or(0, |span| before(span.start));
        format!("{name}, line {line}: {}", error.message().lines().next().unwrap_or_default())
    })
}

/// Turns the values of a table into arguments. The error is one line that names the file.
pub(in crate::cli) fn arguments(file: &Path, table: Table, keys: &[Key]) -> Result<Vec<String>, String> {
    let name = file.display();
    let mut arguments = Vec::new();
    for (option, value) in table {
        let Some(key) = keys.iter().find(|key| key.option == option) else {
            let names: Vec<&str> = keys.iter().map(|key| key.option.as_str()).collect();
            return Err(format!("{name}: option: expected {}; got `{option}`", names.join(", ")));
        };
        let wrong = |expected: &str| Err(format!("{name}: `{option}` is {expected}"));
        match (value, key.values) {
            (Value::Boolean(wanted), 0) => arguments.extend(wanted.then(|| format!("--{option}"))),
            (_, 0) => return wrong("true or false"),
            (Value::Array(values), wanted) if wanted > 1 && values.len() == wanted => {
                arguments.push(format!("--{option}"));
                arguments.extend(values.iter().map(Value::to_string));
            }
            (_, wanted) if wanted > 1 => return wrong(&format!("a list of {wanted} numbers")),
            (Value::String(text), _) => arguments.push(format!("--{option}={text}")),
            (value @ (Value::Integer(_) | Value::Float(_)), _) => arguments.push(format!("--{option}={value}")),
            _ => return wrong("a number or a text in quotation marks"),
        }
    }
    Ok(arguments)
}

/// An option that a file may set.
pub(in crate::cli) struct Key {
    option: String,
    /// The number of values; 0 for a flag.
    values: usize,
}

impl Key {
    /// The options among these arguments, except those that name files of options and those that can be repeated.
    pub(in crate::cli) fn of<A: Args>() -> Vec<Self> {
        let command = A::augment_args(Command::new("options"));
        let key = |argument: &clap::Arg| {
            let values = match argument.get_action() {
                ArgAction::SetTrue => 0,
                ArgAction::Set => argument.get_num_args().map_or(1, |range| range.max_values()),
                _ => return None,
            };
            let option = argument.get_long().filter(|&option| option != "config");
            option.map(|option| Self { option: option.to_owned(), values })
        };
        command.get_arguments().filter_map(key).collect()
    }

    /// Returns whether this is the option of this name.
    pub(in crate::cli) fn is(&self, option: &str) -> bool {
        self.option == option
    }
}
