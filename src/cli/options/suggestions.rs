//! Options with values that shells complete.

use clap::builder::{PossibleValue, TypedValueParser};
use std::ffi::OsStr;

/// A parser with values for completion. It accepts all other values of the inner parser too.
#[derive(Clone)]
pub(in crate::cli) struct Suggesting<P> {
    parser: P,
    values: Vec<&'static str>,
}

impl<P: TypedValueParser> Suggesting<P> {
    /// Adds these values to a parser.
    pub(in crate::cli) fn new(parser: P, values: impl IntoIterator<Item = &'static str>) -> Self {
        Self { parser, values: values.into_iter().collect() }
    }
}

impl<P: TypedValueParser> TypedValueParser for Suggesting<P> {
    type Value = P::Value;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<Self::Value, clap::Error> {
        self.parser.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.values.iter().map(PossibleValue::new)))
    }
}
