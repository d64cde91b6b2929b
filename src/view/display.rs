//! The settings of front ends, which the engine does not need: whose values analyses report, what is drawn during a search, and which
//! moves are handicap stones.
//!
//! Users set them under names of the same form as the engine's parameters, so [`UserParameter`] joins both tables.

use onepure_engine::engine::{Domain, PARAMETERS, Parameter, ParameterValue, ParameterValueError, Settings};
use onepure_rules::board::Color;

/// The settings of a front end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Display {
    /// The colour whose values analyses report.
    pub perspective: Perspective,
    /// Whether to draw the search for a move.
    pub live_graphics: bool,
    /// Whether Black's first moves in a row count as handicap stones.
    pub handicap_by_moves: bool,
}

/// The colour whose values analyses report.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Perspective {
    /// The colour to move.
    #[default]
    SideToMove,
    /// Black.
    Black,
    /// White.
    White,
}

impl Perspective {
    /// The colour whose values are reported for a position in which `to_move` moves.
    pub fn color(self, to_move: Color) -> Color {
        match self {
            Self::SideToMove => to_move,
            Self::Black => Color::Black,
            Self::White => Color::White,
        }
    }
}

const SIDE_TO_MOVE: &str = "SIDETOMOVE";
const BLACK: &str = "BLACK";
const WHITE: &str = "WHITE";

/// The parameters of a front end.
static DISPLAY_PARAMETERS: &[Parameter<Display>] = &[
    Parameter {
        name: "analysis-perspective",
        alias: Some("reportAnalysisWinratesAs"),
        unit: "WHO",
        domain: Domain::Word(&[SIDE_TO_MOVE, BLACK, WHITE]),
        help: "Side whose win rates analyses report",
        fixed_default: None,
        is_common: false,
        get: |display| {
            ParameterValue::Word(match display.perspective {
                Perspective::SideToMove => SIDE_TO_MOVE,
                Perspective::Black => BLACK,
                Perspective::White => WHITE,
            })
        },
        set: |display, value| {
            display.perspective = match value {
                ParameterValue::Word(BLACK) => Perspective::Black,
                ParameterValue::Word(WHITE) => Perspective::White,
                _ => Perspective::SideToMove,
            }
        },
    },
    Parameter {
        name: "live-graphics",
        alias: None,
        unit: "FLAG",
        domain: Domain::Flag,
        help: "Draw on GoGui's board while thinking",
        fixed_default: None,
        is_common: false,
        get: |display| ParameterValue::Flag(display.live_graphics),
        set: |display, value| display.live_graphics = value == ParameterValue::Flag(true),
    },
    Parameter {
        name: "handicap-by-moves",
        alias: Some("assumeMultipleStartingBlackMovesAreHandicap"),
        unit: "FLAG",
        domain: Domain::Flag,
        help: "Black's first moves in a row are handicap stones",
        fixed_default: None,
        is_common: false,
        get: |display| ParameterValue::Flag(display.handicap_by_moves),
        set: |display, value| display.handicap_by_moves = value == ParameterValue::Flag(true),
    },
];

/// The settings that a user can change: those of the engine, and those of the front end.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct UserSettings {
    /// The settings of the engine.
    pub engine: Settings,
    /// The settings of the front end.
    pub display: Display,
}

/// A parameter of the engine or of the front end.
#[derive(Clone, Copy, Debug)]
pub enum UserParameter {
    /// A parameter of the engine.
    Engine(&'static Parameter),
    /// A parameter of the front end.
    Display(&'static Parameter<Display>),
}

/// Evaluates an expression for the parameter of either kind.
macro_rules! of_either {
    ($parameter:expr, $found:ident => $value:expr) => {
        match $parameter {
            UserParameter::Engine($found) => $value,
            UserParameter::Display($found) => $value,
        }
    };
}

impl UserParameter {
    /// All parameters, those of the engine first.
    pub fn all() -> impl Iterator<Item = Self> {
        PARAMETERS.iter().map(Self::Engine).chain(DISPLAY_PARAMETERS.iter().map(Self::Display))
    }

    /// The parameter with this name or alias.
    pub fn find(name: &str) -> Option<Self> {
        Self::all().find(|parameter| of_either!(parameter, found => found.is_called(name)))
    }

    /// The name.
    pub fn name(self) -> &'static str {
        of_either!(self, found => found.name)
    }

    /// The name in `KataGo`.
    pub fn alias(self) -> Option<&'static str> {
        of_either!(self, found => found.alias)
    }

    /// The placeholder of the value in descriptions.
    pub fn unit(self) -> &'static str {
        of_either!(self, found => found.unit)
    }

    /// The values that it accepts.
    pub fn domain(self) -> Domain {
        of_either!(self, found => found.domain)
    }

    /// The description, in at most ten words.
    pub fn help(self) -> &'static str {
        of_either!(self, found => found.help)
    }

    /// Whether it is for all users, or only for tuning.
    pub fn is_common(self) -> bool {
        of_either!(self, found => found.is_common)
    }

    /// The text of the default; `None` if it is no value or off.
    pub fn default_text(self) -> Option<String> {
        of_either!(self, found => found.default_text())
    }

    /// The value in these settings.
    pub fn get(self, settings: &UserSettings) -> ParameterValue {
        match self {
            Self::Engine(parameter) => parameter.get(&settings.engine),
            Self::Display(parameter) => parameter.get(&settings.display),
        }
    }

    /// Sets a value that [`UserParameter::read`] has returned.
    pub fn set(self, settings: &mut UserSettings, value: ParameterValue) {
        match self {
            Self::Engine(parameter) => parameter.set(&mut settings.engine, value),
            Self::Display(parameter) => parameter.set(&mut settings.display, value),
        }
    }

    /// Parses a value. Reads the file of a network too.
    pub fn read(self, text: &str) -> Result<ParameterValue, ParameterValueError> {
        of_either!(self, found => found.read(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_display_parameter_is_set_and_read_back() {
        let before = UserSettings::default();
        let mut after = before.clone();
        for (name, text) in [
            ("reportAnalysisWinratesAs", "black"),
            ("live-graphics", "true"),
            ("assumeMultipleStartingBlackMovesAreHandicap", "true"),
        ] {
            let parameter = UserParameter::find(name).expect("a parameter");
            let value = parameter.read(text).expect("a value");
            assert_ne!(value, parameter.get(&before), "{name}");
            parameter.set(&mut after, value.clone());
            assert_eq!(parameter.get(&after), value, "{name}");
        }
        // Without `..`: a new field does not compile until it is here.
        let Display { perspective, live_graphics, handicap_by_moves } = after.display;
        assert_eq!((perspective, live_graphics, handicap_by_moves), (Perspective::Black, true, true));
        assert_eq!(after.engine, before.engine);
    }

    #[test]
    fn no_two_parameters_share_a_name() {
        let names: Vec<_> = UserParameter::all().flat_map(|one| [Some(one.name()), one.alias()]).flatten().collect();
        for name in &names {
            assert_eq!(names.iter().filter(|other| *other == name).count(), 1, "{name}");
        }
        assert!(UserParameter::find("nothing").is_none());
    }
}
