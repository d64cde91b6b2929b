//! The table of parameters. The options of the command line, the parameters of GTP, and their descriptions are made from it.

use super::level::Level;
use super::networks::NetworkChoice;
use super::parameter_value::{Domain, ParameterValue, ParameterValueError};
use super::settings::Settings;
use crate::clock::YEAR;

/// A parameter: its name, domain and help, and how to get and set it in settings of type `S`. Its default is its value in
/// `S::default()`.
#[derive(Debug)]
pub struct Parameter<S: 'static = Settings> {
    /// The name, of the option `--name` and of GTP's parameter.
    pub name: &'static str,
    /// The name in `KataGo`, which GTP accepts too.
    pub alias: Option<&'static str>,
    /// The placeholder of the value in descriptions.
    pub unit: &'static str,
    /// The values that it accepts.
    pub domain: Domain,
    /// The description, in at most ten words.
    pub help: &'static str,
    /// The text of the default, if that is not the same value everywhere.
    pub fixed_default: Option<&'static str>,
    /// Whether it is for all users, or only for tuning.
    pub is_common: bool,
    /// Reads the value from settings.
    pub get: fn(&S) -> ParameterValue,
    /// Writes a value of the domain to settings.
    pub set: fn(&mut S, ParameterValue),
}

/// A number of the search, from 0 to `$most`.
macro_rules! number {
    ($name:literal, $most:expr, $($field:ident).+, $help:literal, $unit:literal) => {
        Parameter {
            name: $name,
            alias: None,
            unit: $unit,
            domain: Domain::Real(0.0, $most),
            help: $help,
            fixed_default: None,
            is_common: false,
            get: |settings| ParameterValue::Real(settings.parameters.$($field).+),
            set: |settings, value| settings.parameters.$($field).+ = value.real(),
        }
    };
    ($name:literal, $most:expr, $($field:ident).+, $help:literal) => {
        number!($name, $most, $($field).+, $help, "NUMBER")
    };
}

/// A fraction of the search, from 0 to 1.
macro_rules! share {
    ($name:literal, $($field:ident).+, $help:literal) => {
        number!($name, 1.0, $($field).+, $help, "SHARE")
    };
}

/// All parameters.
pub static PARAMETERS: &[Parameter] = &[
    Parameter {
        name: "threads",
        alias: Some("numSearchThreads"),
        unit: "N",
        domain: Domain::Whole(1, Settings::MOST_THREADS as u64),
        help: "Threads; more search faster",
        fixed_default: Some("one a core"),
        is_common: true,
        get: |settings| ParameterValue::Whole(settings.threads as u64),
        set: |settings, value| settings.threads = value.whole() as usize,
    },
    Parameter {
        name: "level",
        alias: None,
        unit: "N",
        domain: Domain::Whole(1, Level::MOST.number()),
        help: "Strength, 1 to 20; higher wins more",
        fixed_default: None,
        is_common: true,
        get: |settings| ParameterValue::Whole(settings.level.number()),
        set: |settings, value| settings.level = Level::new(value.whole()).unwrap_or_default(),
    },
    Parameter {
        name: "visits",
        alias: Some("maxVisits"),
        unit: "N",
        domain: Domain::WholeOrNone(1, 1_000_000_000),
        help: "Simulations per move; more play stronger",
        fixed_default: None,
        is_common: true,
        get: |settings| settings.visits.map_or(ParameterValue::None, ParameterValue::Whole),
        set: |settings, value| settings.visits = value.some(ParameterValue::whole),
    },
    Parameter {
        name: "time",
        alias: Some("maxTime"),
        unit: "SECONDS",
        domain: Domain::RealOrNone(0.001, YEAR),
        help: "Time limit per move",
        fixed_default: Some("3, without --visits"),
        is_common: true,
        get: |settings| settings.time.map_or(ParameterValue::None, |time| ParameterValue::Real(time.as_secs_f64())),
        set: |settings, value| settings.time = value.some(ParameterValue::duration),
    },
    Parameter {
        name: "memory",
        alias: None,
        unit: "MIB",
        domain: Domain::Memory,
        help: "Tree memory; more for long searches",
        fixed_default: None,
        is_common: true,
        get: |settings| ParameterValue::Whole(settings.memory as u64),
        set: |settings, value| settings.memory = value.whole() as usize,
    },
    Parameter {
        name: "network",
        alias: None,
        unit: "FILE",
        domain: Domain::Network,
        help: "Network file, small or none",
        fixed_default: Some("its own"),
        is_common: true,
        get: |settings| ParameterValue::Network(settings.network.clone()),
        set: |settings, value| {
            if let ParameterValue::Network(network) = value {
                settings.network = network;
            }
        },
    },
    Parameter {
        name: "resign-below",
        alias: None,
        unit: "SHARE",
        domain: Domain::Real(0.0, 1.0),
        help: "Win rate to resign, after the opening",
        fixed_default: None,
        is_common: true,
        get: |settings| ParameterValue::Real(settings.resign_below),
        set: |settings, value| settings.resign_below = value.real(),
    },
    Parameter {
        name: "seed",
        alias: None,
        unit: "N",
        domain: Domain::Whole(0, u64::MAX),
        help: "Seed of random numbers",
        fixed_default: None,
        is_common: true,
        get: |settings| ParameterValue::Whole(settings.seed),
        set: |settings, value| settings.seed = value.whole(),
    },
    Parameter {
        name: "dynamic-komi",
        alias: None,
        unit: "SHARE",
        domain: Domain::Real(0.0, 1.0),
        help: "Fraction of a lead given up; raising it keeps points",
        fixed_default: None,
        is_common: false,
        get: |settings| ParameterValue::Real(settings.dynamic_komi),
        set: |settings, value| settings.dynamic_komi = value.real(),
    },
    Parameter {
        name: "lcb-share",
        alias: None,
        unit: "SHARE",
        domain: Domain::Real(0.0, 1.0),
        help: "Least visit fraction for LCB; higher excludes moves",
        fixed_default: None,
        is_common: false,
        get: |settings| ParameterValue::Real(settings.lcb_share),
        set: |settings, value| settings.lcb_share = value.real(),
    },
    Parameter {
        name: "lag",
        alias: Some("lagBuffer"),
        unit: "SECONDS",
        domain: Domain::Real(0.0, 60.0),
        help: "Seconds reserved per move; higher avoids time losses",
        fixed_default: None,
        is_common: false,
        get: |settings| ParameterValue::Real(settings.lag.as_secs_f64()),
        set: |settings, value| settings.lag = value.duration(),
    },
    Parameter {
        name: "ponder",
        alias: Some("ponderingEnabled"),
        unit: "FLAG",
        domain: Domain::Flag,
        help: "Think on the opponent's time",
        fixed_default: None,
        is_common: false,
        get: |settings| ParameterValue::Flag(settings.ponder),
        set: |settings, value| settings.ponder = value == ParameterValue::Flag(true),
    },
    number!("puct", 10.0, puct.exploration, "PUCT exploration; higher follows the priors more"),
    number!("puct-growth", 10.0, puct.growth, "Growth of PUCT with visits; higher explores longer"),
    number!("fpu-reduction", 10.0, puct.urgency_reduction, "First-play urgency reduction; higher tries fewer moves"),
    share!("root-noise", puct.root_noise, "Noise fraction in root priors; higher varies play"),
    number!(
        "root-noise-concentration",
        1e6,
        puct.root_noise_concentration,
        "Dirichlet concentration; higher spreads noise evenly"
    ),
    Parameter {
        domain: Domain::Real(0.05, 20.0),
        ..number!("policy-temperature", 20.0, policy_temperature, "Temperature of network priors; higher evens them")
    },
    share!("transpositions", transpositions, "Transposition visit fraction; higher reuses values more"),
    share!("score-share", score_share, "Score fraction of values; higher wins bigger"),
];

impl Parameter {
    /// The parameter with this name or alias.
    pub fn find(name: &str) -> Option<&'static Self> {
        PARAMETERS.iter().find(|parameter| parameter.is_called(name))
    }
}

impl<S: Default> Parameter<S> {
    /// Returns whether this is the name or the alias.
    pub fn is_called(&self, name: &str) -> bool {
        self.name == name || self.alias == Some(name)
    }

    /// The text of the default; `None` if it is no value or off.
    pub fn default_text(&self) -> Option<String> {
        let default = || match self.get(&S::default()) {
            ParameterValue::None | ParameterValue::Flag(false) => None,
            value => Some(value.to_string()),
        };
        self.fixed_default.map(str::to_owned).or_else(default)
    }

    /// The value in these settings.
    pub fn get(&self, settings: &S) -> ParameterValue {
        (self.get)(settings)
    }

    /// Sets a value that [`Parameter::read`] has returned.
    pub fn set(&self, settings: &mut S, value: ParameterValue) {
        (self.set)(settings, value);
    }

    /// Parses a value. Reads the file of a network too.
    pub fn read(&self, text: &str) -> Result<ParameterValue, ParameterValueError> {
        if self.domain == Domain::Network {
            let network = NetworkChoice::read(text);
            return network
                .map(ParameterValue::Network)
                .map_err(|error| ParameterValueError(format!("{error}; expected {}", self.domain)));
        }
        self.domain.read(text).ok_or_else(|| ParameterValueError(format!("expected {}", self.domain)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{Parameters, Puct};

    /// Valid and invalid texts for a domain. The first valid one is not the default.
    fn examples(domain: Domain) -> (Vec<String>, Vec<&'static str>) {
        match domain {
            Domain::Whole(least, most) => {
                (vec![(least + 7).to_string(), most.to_string()], vec!["", "-1", "1.5", "+7", "none"])
            }
            Domain::WholeOrNone(least, most) => {
                (vec![(least + 7).to_string(), most.to_string(), "none".to_owned()], vec!["0", "many", "1e3"])
            }
            Domain::Real(least, most) => (
                vec![(least + (most - least) / 3.0).to_string(), most.to_string()],
                vec!["", "nan", "-0.5", "inf", "none"],
            ),
            Domain::RealOrNone(least, most) => {
                (vec![least.to_string(), most.to_string(), "none".to_owned()], vec!["0", "nan", "1e99"])
            }
            Domain::Flag => (vec!["true".to_owned(), "false".to_owned()], vec!["", "1", "yes"]),
            Domain::Word(words) => (vec![words[1].to_lowercase(), words[0].to_owned()], vec!["", "neither"]),
            Domain::Memory => (vec!["7".to_owned(), "1".to_owned()], vec!["", "0", "none"]),
            Domain::Network => {
                (vec!["none".to_owned(), "small".to_owned(), "default".to_owned()], vec!["", "no/such/file"])
            }
        }
    }

    #[test]
    fn every_field_of_the_settings_is_in_the_table() {
        let before = Settings::default();
        let mut after = before.clone();
        for parameter in PARAMETERS {
            let (good, _) = examples(parameter.domain);
            let value = parameter.read(&good[0]).expect("an example");
            assert_ne!(value, parameter.get(&before), "{}: an example that is the default", parameter.name);
            parameter.set(&mut after, value.clone());
            assert_eq!(parameter.get(&after), value, "{}", parameter.name);
        }
        // Without `..`: a new field does not compile until it is here.
        let Settings {
            threads,
            level,
            visits,
            time,
            memory,
            seed,
            resign_below,
            dynamic_komi,
            lcb_share,
            lag,
            ponder,
            network,
            parameters,
        } = after;
        assert_ne!(threads, before.threads);
        assert_ne!(level, before.level);
        assert_ne!(visits, before.visits);
        assert_ne!(time, before.time);
        assert_ne!(memory, before.memory);
        assert_ne!(seed, before.seed);
        assert_ne!(resign_below.to_bits(), before.resign_below.to_bits());
        assert_ne!(dynamic_komi.to_bits(), before.dynamic_komi.to_bits());
        assert_ne!(lcb_share.to_bits(), before.lcb_share.to_bits());
        assert_ne!(lag, before.lag);
        assert_ne!(ponder, before.ponder);
        assert_ne!(network, before.network);
        let Parameters { puct, policy_temperature, transpositions, score_share } = parameters;
        let Puct { exploration, growth, urgency_reduction, root_noise, root_noise_concentration } = puct;
        let Parameters { puct, .. } = before.parameters;
        let numbers = [
            (exploration, puct.exploration),
            (growth, puct.growth),
            (urgency_reduction, puct.urgency_reduction),
            (root_noise, puct.root_noise),
            (root_noise_concentration, puct.root_noise_concentration),
            (policy_temperature, before.parameters.policy_temperature),
            (transpositions, before.parameters.transpositions),
            (score_share, before.parameters.score_share),
        ];
        for (number, (after, before)) in numbers.into_iter().enumerate() {
            assert_ne!(after.to_bits(), before.to_bits(), "number {number}");
        }
    }

    #[test]
    fn values_are_read_as_they_are_written() {
        for parameter in PARAMETERS {
            let (good, bad) = examples(parameter.domain);
            for text in good {
                let value = parameter.read(&text).expect("an example");
                assert_eq!(parameter.read(&value.to_string()).as_ref(), Ok(&value), "{}", parameter.name);
            }
            for text in bad {
                let error = parameter.read(text).expect_err("no value").to_string();
                assert!(error.contains("expected "), "{}: {error}", parameter.name);
            }
            let mut settings = Settings::default();
            let value = parameter.get(&settings);
            assert_eq!(parameter.read(&value.to_string()).as_ref(), Ok(&value), "the default of {}", parameter.name);
            parameter.set(&mut settings, value);
            assert_eq!(settings, Settings::default(), "{} is not what it was", parameter.name);
        }
    }

    #[test]
    fn names_are_there_once() {
        let names: Vec<_> = PARAMETERS.iter().flat_map(|one| [Some(one.name), one.alias]).flatten().collect();
        for name in &names {
            assert_eq!(names.iter().filter(|other| *other == name).count(), 1, "{name}");
            assert!(Parameter::find(name).is_some_and(|found| found.name == *name || found.alias == Some(name)));
        }
        assert!(Parameter::find("nothing").is_none());
    }
}
