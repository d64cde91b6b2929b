//! The fields of a JSON object. Each is removed when it is read, so that the rest can be reported as unknown.

use serde::de::{Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::{Map, Value};
use std::fmt;
use std::ops::RangeInclusive;

/// An error in a field, or a warning about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct FieldError {
    /// The name of the field.
    pub(super) field: String,
    /// The value found and the value expected.
    pub(super) message: String,
}

impl FieldError {
    pub(super) fn new(field: &str, message: impl Into<String>) -> Self {
        Self { field: field.to_owned(), message: message.into() }
    }
}

/// The fields of an object that have not been read yet.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Fields(Map<String, Value>);

impl Fields {
    pub(super) fn new(object: Map<String, Value>) -> Self {
        Self(object)
    }

    /// Returns whether the field is present and not null.
    pub(super) fn has(&self, name: &str) -> bool {
        self.0.get(name).is_some_and(|value| !value.is_null())
    }

    /// Removes and returns a field; `None` if it is missing or null.
    pub(super) fn take(&mut self, name: &str) -> Option<Value> {
        self.0.remove(name).filter(|value| !value.is_null())
    }

    /// Removes and parses a field. `expected` describes valid values for the error.
    pub(super) fn read<T>(
        &mut self,
        name: &str,
        expected: &str,
        read: impl FnOnce(&Value) -> Option<T>,
    ) -> Result<Option<T>, FieldError> {
        let Some(value) = self.take(name) else { return Ok(None) };
        read(&value).map(Some).ok_or_else(|| FieldError::new(name, format!("{expected} is expected")))
    }

    pub(super) fn flag(&mut self, name: &str) -> Result<bool, FieldError> {
        Ok(self.read(name, "true or false", Value::as_bool)?.unwrap_or(false))
    }

    pub(super) fn text(&mut self, name: &str) -> Result<Option<String>, FieldError> {
        self.read(name, "a text", |value| value.as_str().map(str::to_owned))
    }

    pub(super) fn whole(&mut self, name: &str, range: RangeInclusive<i64>) -> Result<Option<i64>, FieldError> {
        let expected = format!("a whole number from {} to {}", range.start(), range.end());
        self.read(name, &expected, |value| whole(value).filter(|number| range.contains(number)))
    }

    pub(super) fn number(&mut self, name: &str, range: RangeInclusive<f64>) -> Result<Option<f64>, FieldError> {
        let expected = format!("a number from {} to {}", range.start(), range.end());
        self.read(name, &expected, |value| value.as_f64().filter(|number| range.contains(number)))
    }

    pub(super) fn list(&mut self, name: &str, expected: &str) -> Result<Option<Vec<Value>>, FieldError> {
        self.read(name, expected, |value| value.as_array().cloned())
    }

    /// Reads a list of integers.
    pub(super) fn wholes(&mut self, name: &str) -> Result<Option<Vec<i64>>, FieldError> {
        self.read(name, "a list of whole numbers", |value| value.as_array()?.iter().map(whole).collect())
    }

    /// The names of the fields that were not read.
    pub(super) fn left_over(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }
}

/// The id in an invalid line, if it comes before the fault: nesting that is too deep, an unpaired surrogate, or the end
/// of the line.
pub(super) fn id_in(line: &[u8]) -> Option<String> {
    let mut id = None;
    let mut reader = serde_json::Deserializer::from_slice(line);
    // The caller knows that the line is invalid.
    let _ = reader.deserialize_map(IdOnly(&mut id));
    id
}

/// Parses an object and keeps its id, even if the rest is invalid.
struct IdOnly<'id>(&'id mut Option<String>);

impl<'de> Visitor<'de> for IdOnly<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            if key == "id" {
                *self.0 = Some(map.next_value()?);
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(())
    }
}

/// An integer, also if it is written with a fraction of zero.
fn whole(value: &Value) -> Option<i64> {
    let exact = |number: &f64| number.fract() == 0.0 && number.abs() < 9e15;
    value.as_i64().or_else(|| value.as_f64().filter(exact).map(|number| number as i64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_id_of_a_broken_line_is_found() {
        let deep = format!("{{\"moves\":{}{},\"id\":\"a\"}}", "[".repeat(100_000), "]".repeat(100_000));
        assert!(serde_json::from_str::<Value>(&deep).is_err());
        for line in [
            deep.as_str(),
            "{\"rules\":\"\\ud800\",\"id\":\"a\"}",
            "{\"id\":\"a\",\"moves\":[[\"B\"",
            "{\"id\":\"a\",\"moves\":nonsense}",
            " {\"id\":\"a\"} and more",
        ] {
            assert_eq!(id_in(line.as_bytes()).as_deref(), Some("a"), "{}", &line[..line.len().min(40)]);
        }
        for line in ["", "nonsense", "[]", "{\"id\":7}", "{\"id\":\"\\ud800\"}", "{\"moves\":nonsense,\"id\":\"a\"}"] {
            assert_eq!(id_in(line.as_bytes()), None, "{line}");
        }
    }
}
