//! The options of the engine's parameters, from its table.

use super::suggestions::Suggesting;
use crate::view::{UserParameter, UserSettings};
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, ValueHint};
use onepure_engine::engine::{Domain, ParameterValue};

/// The settings of an engine, from one option for each parameter.
#[derive(Clone, Debug)]
pub(in crate::cli) struct ParameterOptions {
    pub(in crate::cli) settings: UserSettings,
    /// The names of the options that were given.
    pub(in crate::cli) given: Vec<&'static str>,
}

impl Args for ParameterOptions {
    fn augment_args(command: Command) -> Command {
        command.args(UserParameter::all().map(option))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for ParameterOptions {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut parameters = Self { settings: UserSettings::default(), given: Vec::new() };
        parameters.update_from_arg_matches(matches)?;
        Ok(parameters)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        for parameter in UserParameter::all() {
            let value = if parameter.domain() == Domain::Flag {
                matches.get_flag(parameter.name()).then_some(ParameterValue::Flag(true))
            } else {
                matches.get_one::<ParameterValue>(parameter.name()).cloned()
            };
            if let Some(value) = value {
                parameter.set(&mut self.settings, value);
                self.given.push(parameter.name());
            }
        }
        Ok(())
    }
}

/// The option of a parameter.
fn option(parameter: UserParameter) -> Arg {
    let option = Arg::new(parameter.name()).long(parameter.name()).global(true).help(help(parameter));
    let option = option.hide(!parameter.is_common());
    if parameter.domain() == Domain::Flag {
        return option.action(ArgAction::SetTrue);
    }
    let read = move |text: &str| parameter.read(text);
    let option = option.value_name(parameter.unit()).allow_negative_numbers(true).hide_possible_values(true);
    match parameter.domain() {
        Domain::Word(words) => option.value_parser(Suggesting::new(read, words.iter().copied())),
        Domain::Network => option.value_parser(read).value_hint(ValueHint::FilePath),
        _ => option.value_parser(read),
    }
}

/// The page of rarely used options, which the help of the commands omits.
pub(in crate::cli) fn tuning_help() -> String {
    let shown = |parameter| option(parameter).hide(false).next_line_help(true);
    let options = UserParameter::all().filter(|parameter| !parameter.is_common()).map(shown);
    let page = Command::new(env!("CARGO_PKG_NAME")).args(options).disable_help_flag(true);
    let page = page.override_usage("onepure [COMMAND] [OPTIONS]").about(
        "Options of time, display, search and playouts. All commands take them, and a\n\
         file of options (--config) can hold them.",
    );
    let mut page = page.after_help("Example: onepure gtp --ponder --lag 0.2 --root-noise 0.25");
    page.render_help().to_string()
}

/// The help of a parameter, with its default.
fn help(parameter: UserParameter) -> String {
    let default = parameter.default_text().map(|default| format!(" [default: {default}]")).unwrap_or_default();
    format!("{}{default}", parameter.help())
}
