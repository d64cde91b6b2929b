//! The parameters of the engine, from the table of all parameters.

use super::{Command, Topic};
use crate::gtp::arguments::Arguments;
use crate::gtp::failure::{CommandFailure, Message};
use crate::gtp::session::{CommandResult, Session};
use crate::view::{UserParameter, UserSettings};
use onepure_engine::engine::ParameterValue;
use serde_json::{Map, Number};

pub(super) const TOPIC: Topic = Topic {
    title: "Parameters",
    introduction: "\
The same names are options of the command line, such as `--visits 1000`, and keys of its file of options. Names of KataGo are
accepted too, if it has the same parameter. `none` is no limit.",
    commands: &[
        Command {
            name: "kata-list-params",
            arguments: "",
            help: "Names of all parameters.",
            run: |_, _| Ok(UserParameter::all().map(UserParameter::name).collect::<Vec<_>>().join(" ")),
        },
        Command {
            name: "kata-get-param",
            arguments: "name",
            help: "Value of a parameter.",
            run: |session, arguments| {
                let parameter = find(&arguments.take::<String>()?)?;
                Ok(parameter.get(&session.user_settings()).to_string())
            },
        },
        Command {
            name: "kata-get-params",
            arguments: "",
            help: "Values of all parameters, as one line of JSON.",
            run: |session, _| Ok(all(&session.user_settings())),
        },
        Command {
            name: "kata-set-param",
            arguments: "name value",
            help: "Set a parameter. The search tree stays, unless it depends on it.",
            run: |session, arguments| {
                let (name, value): (String, String) = (arguments.take()?, arguments.take()?);
                let mut settings = session.user_settings();
                set(session, &mut settings, &name, &value)?;
                session.set_user_settings(settings);
                Ok(String::new())
            },
        },
        Command {
            name: "kata-set-params",
            arguments: "json...",
            help: "Set several parameters from a JSON object. An example is {\"visits\":1000}. If one value is wrong, \
                none is set.",
            run: set_some,
        },
    ],
};

fn find(name: &str) -> Result<UserParameter, CommandFailure> {
    UserParameter::find(name).ok_or_else(|| {
        let names: Vec<_> = UserParameter::all().map(UserParameter::name).collect();
        Message::refused(format!("parameter: expected {}; got `{name}`", names.join(", ")))
    })
}

/// Parameters that name files or set the engine's use of the machine. A confined session must not change them.
const OF_THE_MACHINE: [&str; 3] = ["network", "memory", "threads"];

fn set(session: &Session, settings: &mut UserSettings, name: &str, value: &str) -> Result<(), CommandFailure> {
    let parameter = find(name)?;
    if OF_THE_MACHINE.contains(&parameter.name()) {
        session.may(&format!("set {}", parameter.name()))?;
    }
    let value = parameter.read(value).map_err(|error| Message::refused(format!("`{value}` for {name}: {error}")))?;
    parameter.set(settings, value);
    Ok(())
}

fn all(settings: &UserSettings) -> String {
    let values = UserParameter::all().map(|parameter| (parameter.name().to_owned(), to_json(parameter.get(settings))));
    serde_json::Value::Object(values.collect::<Map<_, _>>()).to_string()
}

fn to_json(value: ParameterValue) -> serde_json::Value {
    match value {
        ParameterValue::None => serde_json::Value::Null,
        ParameterValue::Whole(number) => number.into(),
        ParameterValue::Real(number) => Number::from_f64(number).into(),
        ParameterValue::Flag(flag) => flag.into(),
        ParameterValue::Word(word) => word.into(),
        ParameterValue::Network(network) => network.to_string().into(),
    }
}

fn set_some(session: &mut Session, arguments: &mut Arguments<'_>) -> CommandResult {
    let text = arguments.take_all::<String>()?.join(" ");
    let values: Map<String, serde_json::Value> =
        serde_json::from_str(&text).map_err(|error| Message::Syntax.because(format!("no JSON object: {error}")))?;
    let mut settings = session.user_settings();
    for (name, value) in values {
        let value = match value {
            serde_json::Value::Null => "none".to_owned(),
            serde_json::Value::String(text) => text,
            value => value.to_string(),
        };
        set(session, &mut settings, &name, &value)?;
    }
    session.set_user_settings(settings);
    Ok(String::new())
}
