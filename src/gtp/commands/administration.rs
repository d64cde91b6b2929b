//! Commands about the protocol itself.

use super::{Command, TOPICS, Topic, all, find};
use crate::gtp::arguments::Arguments;
use crate::gtp::failure::Message;
use crate::gtp::session::{CommandResult, Session};

pub(super) const TOPIC: Topic = Topic {
    title: "The conversation",
    introduction: "",
    commands: &[
        Command { name: "protocol_version", arguments: "", help: "Version of GTP: 2.", run: |_, _| Ok("2".to_owned()) },
        Command {
            name: "name",
            arguments: "",
            help: "Name of the program.",
            run: |_, _| Ok(env!("CARGO_PKG_NAME").to_owned()),
        },
        Command {
            name: "version",
            arguments: "",
            help: "Version of the program.",
            run: |_, _| Ok(env!("CARGO_PKG_VERSION").to_owned()),
        },
        Command {
            name: "known_command",
            arguments: "command",
            help: "Whether a command of this name exists: true or false.",
            run: known_command,
        },
        Command {
            name: "list_commands",
            arguments: "",
            help: "Names of all commands, one a line.",
            run: |_, _| Ok(joined(|command| command.name.to_owned())),
        },
        Command {
            name: "help",
            arguments: "[command]",
            help: "What a command does and answers. Without an argument, all commands with their arguments.",
            run: help,
        },
        Command {
            name: "quit",
            arguments: "",
            help: "End the session after the answer.",
            run: |session, _| {
                session.closing = true;
                Ok(String::new())
            },
        },
    ],
};

fn known_command(_: &mut Session, arguments: &mut Arguments<'_>) -> CommandResult {
    let name: String = arguments.take()?;
    Ok(find(TOPICS, &name).is_some().to_string())
}

/// A line for each command.
fn joined(line: fn(&Command) -> String) -> String {
    all(TOPICS).map(line).collect::<Vec<_>>().join("\n")
}

fn help(_: &mut Session, arguments: &mut Arguments<'_>) -> CommandResult {
    let Some(name) = arguments.take_optional::<String>()? else {
        return Ok(joined(Command::usage));
    };
    let command = find(TOPICS, &name).ok_or_else(|| Message::UnknownCommand.because(&name))?;
    Ok(format!("{}\n{}", command.usage(), command.help))
}
