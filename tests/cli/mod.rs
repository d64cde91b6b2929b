//! The program as users run it: commands, options, files, matches, and interrupts.

mod chinese;
mod commands;
#[cfg(unix)]
mod danger;
mod evaluator;
mod help;
mod hostile_files;
mod learn;
mod markup;
mod matches;
mod packages;
mod play;
mod player_rules;
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod processor;
mod replay;
#[cfg(unix)]
mod resume;
mod rule_sets;
mod served;
mod solve;
#[cfg(unix)]
mod stopping;
#[cfg(unix)]
mod terminal;
