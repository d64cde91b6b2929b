//! JSON objects, and numbers, lists and rows in text.

use onepure_rules::geometry::{BoardSize, Point};
use serde::{Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};

/// A JSON object. The keys are written in the order in which they were added.
#[derive(Clone, Debug, Default)]
pub(crate) struct Object(Vec<(&'static str, Box<RawValue>)>);

impl Object {
    /// The object with one more key.
    pub(crate) fn with(mut self, key: &'static str, value: impl Serialize) -> Self {
        let value = to_raw_value(&value).expect("strings, numbers and lists of them can always be written");
        self.0.push((key, value));
        self
    }

    /// The object with one more key, if there is a value.
    pub(crate) fn with_some(self, key: &'static str, value: Option<impl Serialize>) -> Self {
        match value {
            Some(value) => self.with(key, value),
            None => self,
        }
    }

    /// The object with the keys of another one after its own.
    pub(crate) fn and(mut self, other: Self) -> Self {
        self.0.extend(other.0);
        self
    }
}

impl Serialize for Object {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

/// A value as one line of JSON.
pub(crate) fn line(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("strings, numbers and lists of them can always be written")
}

/// A number with this many decimals. Zero has no sign.
pub(crate) fn rounded(number: f64, decimals: i32) -> f64 {
    let scale = 10_f64.powi(decimals);
    (number * scale).round() / scale + 0.0
}

/// Things with blanks between them.
pub(crate) fn spaced<T: ToString>(things: impl IntoIterator<Item = T>) -> String {
    things.into_iter().map(|thing| thing.to_string()).collect::<Vec<_>>().join(" ")
}

/// A text for each point, as rows from the top line down.
pub(crate) fn rows<T: ToString>(size: BoardSize, separator: &str, of: impl Fn(Point) -> T) -> Vec<String> {
    let texts: Vec<String> = size.points_from_the_top().map(|point| of(point).to_string()).collect();
    texts.chunks(size.lines()).map(|row| row.join(separator)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use onepure_rules::rules::Move;

    #[test]
    fn keys_keep_their_order() {
        let inner = Object::default().with("b", Move::Abstain).with("a", None::<u8>);
        let object = Object::default().with_some("y", None::<u8>).with_some("x", Some(0.5)).with("w", &inner);
        assert_eq!(line(&object.and(inner)), r#"{"x":0.5,"w":{"b":"pass","a":null},"b":"pass","a":null}"#);
    }

    #[test]
    fn zero_has_no_sign() {
        let texts = [-0.0004, -1.0, 0.1236].map(|number| rounded(number, 3).to_string());
        assert_eq!(texts, ["0", "-1", "0.124"]);
    }
}
