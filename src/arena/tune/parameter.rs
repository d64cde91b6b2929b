//! A parameter to tune.

use super::spsa::Dimension;
use crate::arena::{PlayerSettings, Program};
use onepure_engine::engine::{Domain, Parameter};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A parameter to tune. Parses from `NAME=START,LOW..HIGH,step=STEP`.
///
/// ```
/// use onepure::arena::tune::TunedParameter;
///
/// let parameter: TunedParameter = "exploration=0.45,0.0..2.0,step=0.1".parse()?;
/// assert_eq!((parameter.name.as_str(), parameter.start, parameter.high), ("exploration", 0.45, 2.0));
/// assert!("exploration=3,0..2,step=0.1".parse::<TunedParameter>().is_err());
/// # Ok::<(), onepure::arena::tune::TunedParameterError>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TunedParameter {
    /// The name: of an engine parameter, or for `kata-set-param`.
    pub name: String,
    /// The initial value.
    pub start: f64,
    /// The lower limit.
    pub low: f64,
    /// The upper limit.
    pub high: f64,
    /// The distance of the first trials from the start.
    pub step: f64,
    /// Whether only integers are tried. A parsed parameter is whole if its four numbers have no decimal point; for the
    /// built-in player its table of parameters decides.
    pub is_whole: bool,
}

/// Why a parameter cannot be tuned.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TunedParameterError {
    /// A text that does not parse.
    #[error("`{0}` is not a parameter to tune: NAME=START,LOW..HIGH,step=STEP, such as exploration=0.45,0..2,step=0.1")]
    Text(String),
    /// Numbers out of order.
    #[error("`{0}`: LOW is below HIGH, START between them, and STEP above 0 and at most HIGH - LOW")]
    Numbers(String),
    /// Not a numeric parameter of the built-in player.
    #[error("parameter to tune: expected {names}; got `{0}`", names = numbers())]
    NotThere(String),
    /// A range beyond that of the parameter.
    #[error("`{name}` cannot be from {low} to {high}: expected {possible}")]
    Range {
        /// The parameter.
        name: String,
        /// The lower limit found.
        low: String,
        /// The upper limit found.
        high: String,
        /// The range expected.
        possible: String,
    },
    /// A fraction for a whole parameter.
    #[error("`{0}` is a whole number: START, LOW and HIGH have no fraction")]
    Fraction(String),
}

impl FromStr for TunedParameter {
    type Err = TunedParameterError;

    fn from_str(text: &str) -> Result<Self, TunedParameterError> {
        let wrong = || TunedParameterError::Text(text.to_owned());
        let (name, numbers) = text.split_once('=').ok_or_else(wrong)?;
        let name = name.trim();
        let [start, range, step] = numbers.split(',').collect::<Vec<_>>()[..] else { return Err(wrong()) };
        let (low, high) = range.split_once("..").ok_or_else(wrong)?;
        let step = step.trim().strip_prefix("step=").ok_or_else(wrong)?;
        let words = [start, low, high, step].map(str::trim);
        let mut numbers = [0.0; 4];
        for (number, word) in numbers.iter_mut().zip(words) {
            *number = word.parse().ok().filter(|number: &f64| number.is_finite()).ok_or_else(wrong)?;
        }
        let [start, low, high, step] = numbers;
        if name.is_empty() || name.contains(char::is_whitespace) {
            return Err(wrong());
        }
        if !(low < high && (low..=high).contains(&start) && step > 0.0 && step <= high - low) {
            return Err(TunedParameterError::Numbers(text.to_owned()));
        }
        let is_whole = words.iter().all(|word| word.parse::<i64>().is_ok());
        Ok(Self { name: name.to_owned(), start, low, high, step, is_whole })
    }
}

impl TunedParameter {
    /// This parameter for `player`: checked against the engine's table if the player is the built-in one.
    pub fn of(self, player: &PlayerSettings) -> Result<Self, TunedParameterError> {
        let Program::Builtin(_) = player.program else { return Ok(self) };
        let not_there = || TunedParameterError::NotThere(self.name.clone());
        let parameter = Parameter::find(&self.name).ok_or_else(not_there)?;
        let (is_whole, least, most) = match parameter.domain {
            Domain::Whole(least, most) | Domain::WholeOrNone(least, most) => (true, least as f64, most as f64),
            Domain::Real(least, most) | Domain::RealOrNone(least, most) => (false, least, most),
            Domain::Memory => (true, 1.0, Domain::MOST_MEMORY as f64),
            Domain::Flag | Domain::Word(_) | Domain::Network => return Err(not_there()),
        };
        if self.low < least || self.high > most {
            return Err(TunedParameterError::Range {
                name: self.name,
                low: self.low.to_string(),
                high: self.high.to_string(),
                possible: format!("{} from {least} to {most}", if is_whole { "an integer" } else { "a number" }),
            });
        }
        if is_whole && [self.start, self.low, self.high].iter().any(|number| number.fract() != 0.0) {
            return Err(TunedParameterError::Fraction(self.name));
        }
        Ok(Self { name: parameter.name.to_owned(), is_whole, ..self })
    }

    /// The parameter as [`Spsa`](super::Spsa) needs it.
    pub fn dimension(&self) -> Dimension {
        let Self { name: _, start, low, high, step, is_whole } = *self;
        Dimension { start, low, high, step, is_whole }
    }

    /// The text of a value for the player: an integer, or a number rounded to a thousandth of the step.
    pub fn text(&self, value: f64) -> String {
        if self.is_whole {
            return value.round().to_string();
        }
        let decimals = (3.0 - libm::log10(self.step)).ceil().clamp(0.0, 12.0) as usize;
        // Rounding must not leave the range.
        format!("{value:.decimals$}").parse().map_or(value, |short: f64| short.clamp(self.low, self.high)).to_string()
    }

    /// Sets this parameter of `player` to `value`.
    pub fn give(&self, player: &mut PlayerSettings, value: f64) {
        let text = self.text(value);
        match &mut player.program {
            Program::Builtin(settings) => {
                let found = Parameter::find(&self.name);
                if let Some((parameter, value)) = found.and_then(|found| Some((found, found.read(&text).ok()?))) {
                    parameter.set(settings, value);
                }
            }
            Program::Process(process) => process.start_up.push(format!("kata-set-param {} {text}", self.name)),
        }
    }

    /// Returns whether a value is within half a step of a limit, so that the best value may lie beyond it.
    pub fn is_at_the_edge(&self, value: f64) -> bool {
        value - self.low < self.step / 2.0 || self.high - value < self.step / 2.0
    }
}

impl fmt::Display for TunedParameter {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, start, low, high, step, is_whole } = self;
        if *is_whole {
            write!(formatter, "{name}={start},{low}..{high},step={step}")
        } else {
            // Debug format keeps the decimal point, so that the text parses as a real parameter again.
            write!(formatter, "{name}={start:?},{low:?}..{high:?},step={step:?}")
        }
    }
}

/// The names of the engine's numeric parameters.
fn numbers() -> String {
    let is_number =
        |parameter: &&Parameter| !matches!(parameter.domain, Domain::Flag | Domain::Word(_) | Domain::Network);
    let names = onepure_engine::engine::PARAMETERS.iter().filter(is_number).map(|parameter| parameter.name);
    names.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        text.parse::<TunedParameter>().expect_err("not a parameter").to_string()
    }

    fn parameter(text: &str) -> TunedParameter {
        text.parse().expect("a parameter")
    }

    fn builtin() -> PlayerSettings {
        "builtin:visits=5".parse().expect("a player")
    }

    #[test]
    fn texts_are_read() {
        for text in ["exploration=0.45,0.0..2.0,step=0.1", "expand-after=2,0..20,step=1", "x=-3.0,-5.5..-1.0,step=0.25"]
        {
            assert_eq!(parameter(text).to_string(), text);
        }
        assert!(parameter("n=2,0..20,step=1").is_whole);
        assert!(!parameter("n=2,0..20,step=0.5").is_whole);
        assert_eq!(
            error("x=1"),
            "`x=1` is not a parameter to tune: NAME=START,LOW..HIGH,step=STEP, such as exploration=0.45,0..2,step=0.1"
        );
        for text in [
            "x",
            "x=1,0..2",
            "x=1,0..2,0.1",
            "x=1,0-2,step=1",
            "=1,0..2,step=1",
            "x=nan,0..2,step=1",
            "x y=1,0..2,step=1",
        ] {
            assert!(error(text).contains("is not a parameter to tune: "), "{text}");
        }
        for text in ["x=3,0..2,step=1", "x=1,2..0,step=1", "x=1,0..2,step=0", "x=1,0..2,step=3", "x=1,1..1,step=1"] {
            assert!(
                error(text)
                    .ends_with("`: LOW is below HIGH, START between them, and STEP above 0 and at most HIGH - LOW"),
                "{text}"
            );
        }
    }

    #[test]
    fn a_built_in_player_has_what_its_table_has() {
        let of = |text: &str| parameter(text).of(&builtin());
        assert!(of("expand-after=2,0..20,step=1.5").expect("a parameter").is_whole);
        assert!(!of("exploration=1,0..2,step=1").expect("a parameter").is_whole);
        assert_eq!(of("maxVisits=100,1..1000,step=100").expect("a parameter").name, "visits");
        let error = |text| of(text).expect_err("not a parameter").to_string();
        let start = "parameter to tune: expected threads, level, visits, ";
        assert!(error("x=1,0..2,step=1").starts_with(start));
        assert!(error("ponder=1,0..2,step=1").ends_with("; got `ponder`"));
        assert!(!error("x=1,0..2,step=1").contains("ponder"));
        assert_eq!(
            error("resign-below=0.1,0..2,step=0.1"),
            "`resign-below` cannot be from 0 to 2: expected a number from 0 to 1"
        );
        assert_eq!(
            error("expand-after=2.5,0..9,step=1"),
            "`expand-after` is a whole number: START, LOW and HIGH have no fraction"
        );
    }

    #[test]
    fn players_are_given_values() {
        let mut player = builtin();
        parameter("exploration=0.45,0..2,step=0.1").give(&mut player, 0.678_912_3);
        parameter("expand-after=2,0..20,step=1").give(&mut player, 7.0);
        let Program::Builtin(settings) = player.program else { panic!("a built-in player") };
        let given = ["exploration", "expand-after", "visits"]
            .map(|name| Parameter::find(name).expect("a parameter").get(&settings).to_string());
        assert_eq!(given, ["0.6789", "7", "5"]);

        let mut player: PlayerSettings = "other=program gtp".parse().expect("a player");
        parameter("cpuct=1.0,0..2,step=0.1").give(&mut player, 1.25);
        let Program::Process(process) = player.program else { panic!("a program") };
        assert_eq!(process.start_up, ["kata-set-param cpuct 1.25"]);
    }

    #[test]
    fn rounding_does_not_leave_the_range() {
        let parameter = parameter("time=0.5,0.001..100.0004,step=50");
        assert_eq!([0.001, 100.000_4, 12.345_6].map(|value| parameter.text(value)), ["0.001", "100", "12.35"]);
        assert!(parameter.is_at_the_edge(20.0) && !parameter.is_at_the_edge(50.0));
    }
}
