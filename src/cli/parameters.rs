//! The options that the engine's table of parameters makes.

use crate::engine::{Domain, PARAMETERS, Parameter, Settings, Value};
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};

/// The settings of an engine, from one option for each of its parameters.
#[derive(Clone, Debug)]
pub(super) struct Parameters {
    pub(super) settings: Settings,
    /// The names of those that were given.
    pub(super) given: Vec<&'static str>,
}

impl Args for Parameters {
    fn augment_args(command: Command) -> Command {
        command.args(PARAMETERS.iter().map(option))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Parameters {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut parameters = Self { settings: Settings::default(), given: Vec::new() };
        parameters.update_from_arg_matches(matches)?;
        Ok(parameters)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        for parameter in PARAMETERS {
            let value = if parameter.domain == Domain::Flag {
                matches.get_flag(parameter.name).then_some(Value::Flag(true))
            } else {
                matches.get_one::<Value>(parameter.name).cloned()
            };
            if let Some(value) = value {
                parameter.set(&mut self.settings, value);
                self.given.push(parameter.name);
            }
        }
        Ok(())
    }
}

/// The option for a parameter.
fn option(parameter: &'static Parameter) -> Arg {
    let option = Arg::new(parameter.name).long(parameter.name).global(true).help(help(parameter));
    let option = if parameter.is_common { option } else { option.help_heading("Fine tuning").next_line_help(true) };
    if parameter.domain == Domain::Flag {
        return option.action(ArgAction::SetTrue);
    }
    let read = |text: &str| parameter.read(text);
    option.value_name(parameter.unit).value_parser(read).allow_negative_numbers(true)
}

/// What the option is for, and its default.
fn help(parameter: &Parameter) -> String {
    let default = parameter.default_text().map(|default| format!(" [default: {default}]")).unwrap_or_default();
    format!("{}{default}", parameter.help)
}
