//! A parser of analysis lines, independent of the writer: every key in its place, every number in its form.

#![allow(dead_code, reason = "not every test uses everything")]

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// An analysis line of `KataGo`'s kind.
#[derive(Debug)]
pub(crate) struct KataLine {
    pub(crate) infos: Vec<Info>,
    pub(crate) root: Option<BTreeMap<String, f64>>,
    pub(crate) ownership: Option<Vec<f64>>,
    pub(crate) ownership_deviation: Option<Vec<f64>>,
}

/// The information about a move.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Info {
    pub(crate) vertex: String,
    pub(crate) numbers: BTreeMap<String, f64>,
    pub(crate) variation: Vec<String>,
    pub(crate) variation_visits: Option<Vec<u64>>,
    pub(crate) variation_edge_visits: Option<Vec<u64>>,
    /// The ownership after the move, and its standard deviation.
    pub(crate) ownership: Option<Vec<f64>>,
    pub(crate) ownership_deviation: Option<Vec<f64>>,
}

impl Info {
    pub(crate) fn get(&self, key: &str) -> f64 {
        self.numbers[key]
    }
}

const KATA_COUNTS: [&str; 3] = ["visits", "edgeVisits", "order"];
const KATA_FLOATS: [&str; 10] = [
    "utility",
    "winrate",
    "scoreMean",
    "scoreStdev",
    "scoreLead",
    "scoreSelfplay",
    "prior",
    "lcb",
    "utilityLcb",
    "weight",
];
const ROOT_FLOATS: [&str; 7] =
    ["utility", "winrate", "scoreMean", "scoreStdev", "scoreLead", "scoreSelfplay", "weight"];
const LEELA_COUNTS: [&str; 5] = ["visits", "winrate", "prior", "lcb", "order"];

/// An integer without sign or decimal point.
fn count(word: &str) -> Result<f64, String> {
    let is_count = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    word.parse().ok().filter(|_| is_count).ok_or_else(|| format!("`{word}` is no count"))
}

/// A number with a decimal point and no exponent.
fn float(word: &str) -> Result<f64, String> {
    let digits = word.strip_prefix('-').unwrap_or(word);
    let (whole, fraction) = digits.split_once('.').ok_or_else(|| format!("`{word}` has no decimal point"))?;
    let are_digits = [whole, fraction].iter().all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()));
    word.parse().ok().filter(|_| are_digits && word != "-0.000000").ok_or_else(|| format!("`{word}` is no number"))
}

fn is_vertex(word: &str) -> bool {
    let (letter, line) = word.split_at(word.len().min(1));
    word == "pass"
        || letter.bytes().all(|byte| (b'A'..=b'T').contains(&byte) && byte != b'I')
            && line.parse::<u32>().is_ok_and(|line| (1..=19).contains(&line))
}

/// The words after a key, up to the next key: a word with a lower-case first letter, except `pass`.
fn values<'a>(words: &mut std::iter::Peekable<impl Iterator<Item = &'a str>>) -> Vec<&'a str> {
    let is_key = |word: &str| word.starts_with(|first: char| first.is_ascii_lowercase()) && word != "pass";
    std::iter::from_fn(|| words.next_if(|word| !is_key(word))).collect()
}

fn one<'a>(key: &str, values: &[&'a str]) -> Result<&'a str, String> {
    match values {
        [value] => Ok(value),
        _ => Err(format!("{key} has {} values", values.len())),
    }
}

/// The parts of a line: each `info`, `rootInfo`, `ownership` or `ownershipStdev` with its values.
fn parts(line: &str) -> Vec<(&str, Vec<&str>)> {
    let mut parts: Vec<(&str, Vec<&str>)> = Vec::new();
    for word in line.split(' ') {
        match word {
            "info" | "rootInfo" | "ownership" | "ownershipStdev" => parts.push((word, Vec::new())),
            _ => match parts.last_mut() {
                Some((_, words)) => words.push(word),
                None => parts.push(("nothing", vec![word])),
            },
        }
    }
    parts
}

/// Numbers within a range, each with a decimal point.
fn floats(words: &[&str], range: RangeInclusive<f64>) -> Result<Vec<f64>, String> {
    let numbers = words.iter().map(|word| float(word)).collect::<Result<Vec<_>, _>>()?;
    match numbers.iter().find(|number| !range.contains(number)) {
        Some(wrong) => Err(format!("{wrong} is not within {range:?}")),
        None => Ok(numbers),
    }
}

/// The visits of each move of a variation.
fn visits_along(variation: &[String], words: Option<Vec<&str>>) -> Result<Option<Vec<u64>>, String> {
    match words {
        Some(words) if words.len() == variation.len() => {
            words.into_iter().map(|word| count(word).map(|visits| visits as u64)).collect::<Result<_, _>>().map(Some)
        }
        Some(words) => Err(format!("visits of {} moves for {}", words.len(), variation.len())),
        None => Ok(None),
    }
}

fn info(words: &[&str], counts: &[&str], floats: &[&str]) -> Result<Info, String> {
    let mut words = words.iter().copied().peekable();
    let (mut vertex, mut numbers, mut variation) = (None, BTreeMap::new(), None);
    let (mut visits, mut edge_visits, mut ownership, mut deviation) = (None, None, None, None);
    while let Some(key) = words.next() {
        let values = values(&mut words);
        let is_new = match key {
            "move" => vertex.replace(one(key, &values)?).is_none(),
            "pv" => variation.replace(values).is_none(),
            "pvVisits" => visits.replace(values).is_none(),
            "pvEdgeVisits" => edge_visits.replace(values).is_none(),
            "movesOwnership" => ownership.replace(self::floats(&values, -1.0..=1.0)?).is_none(),
            "movesOwnershipStdev" => deviation.replace(self::floats(&values, 0.0..=1.0)?).is_none(),
            "noResultValue" => numbers.insert(key.to_owned(), float(one(key, &values)?)?).is_none(),
            _ if counts.contains(&key) => numbers.insert(key.to_owned(), count(one(key, &values)?)?).is_none(),
            _ if floats.contains(&key) => numbers.insert(key.to_owned(), float(one(key, &values)?)?).is_none(),
            _ => return Err(format!("the key {key}")),
        };
        if !is_new {
            return Err(format!("{key} twice"));
        }
    }
    if let Some(key) = counts.iter().chain(floats).find(|key| !numbers.contains_key(**key)) {
        return Err(format!("no {key}"));
    }
    let vertex = vertex.ok_or("no move")?.to_owned();
    let variation: Vec<_> = variation.ok_or("no pv")?.into_iter().map(str::to_owned).collect();
    if variation.first() != Some(&vertex) || !variation.iter().all(|vertex| is_vertex(vertex)) {
        return Err(format!("the pv {variation:?} of {vertex}"));
    }
    let variation_visits = visits_along(&variation, visits)?;
    let variation_edge_visits = visits_along(&variation, edge_visits)?;
    let (ownership, ownership_deviation) = (ownership, deviation);
    Ok(Info { vertex, numbers, variation, variation_visits, variation_edge_visits, ownership, ownership_deviation })
}

fn in_order(infos: &[Info]) -> Result<(), String> {
    let orders: Vec<_> = infos.iter().map(|info| info.get("order") as usize).collect();
    if orders != (0..infos.len()).collect::<Vec<_>>() || infos.is_empty() {
        return Err(format!("the orders {orders:?}"));
    }
    Ok(())
}

/// Parses a line of `kata-analyze` on a board of `lines` lines.
pub(crate) fn kata(line: &str, lines: usize) -> Result<KataLine, String> {
    let (mut infos, mut root, mut ownership, mut ownership_deviation) = (Vec::new(), None, None, None);
    for (part, words) in parts(line) {
        match part {
            "info" if root.is_none() && ownership.is_none() => infos.push(info(&words, &KATA_COUNTS, &KATA_FLOATS)?),
            "rootInfo" if root.is_none() && ownership.is_none() => {
                let pairs: Vec<_> = words.chunks(2).collect();
                let mut numbers = BTreeMap::new();
                for pair in pairs {
                    let [key, value] = pair else { return Err(format!("rootInfo {pair:?}")) };
                    let number = if *key == "visits" { count(value)? } else { float(value)? };
                    numbers.insert((*key).to_owned(), number);
                }
                let wanted = ROOT_FLOATS.iter().chain(&["visits"]);
                if let Some(key) = wanted.clone().find(|key| !numbers.contains_key(**key)) {
                    return Err(format!("no {key} in rootInfo"));
                }
                if numbers.len() != wanted.count() {
                    return Err(format!("rootInfo {numbers:?}"));
                }
                root = Some(numbers);
            }
            "ownership" if ownership.is_none() && ownership_deviation.is_none() => {
                ownership = Some(floats(&words, -1.0..=1.0)?);
            }
            "ownershipStdev" if ownership_deviation.is_none() => {
                ownership_deviation = Some(floats(&words, 0.0..=1.0)?);
            }
            _ => return Err(format!("{part} {words:?}")),
        }
    }
    in_order(&infos)?;
    let of_moves = infos.iter().flat_map(|info| [&info.ownership, &info.ownership_deviation]);
    let mut lists: Vec<_> = of_moves.chain([&ownership, &ownership_deviation]).flatten().collect();
    lists.retain(|numbers| numbers.len() != lines * lines);
    if let Some(wrong) = lists.first() {
        return Err(format!("{} numbers for the points of {lines} lines", wrong.len()));
    }
    Ok(KataLine { infos, root, ownership, ownership_deviation })
}

/// Parses a line of `lz-analyze`.
pub(crate) fn leela(line: &str) -> Result<Vec<Info>, String> {
    let read = |(part, words): (&str, Vec<&str>)| match part {
        "info" => info(&words, &LEELA_COUNTS, &[]),
        _ => Err(format!("{part} {words:?}")),
    };
    let infos = parts(line).into_iter().map(read).collect::<Result<Vec<_>, _>>()?;
    in_order(&infos)?;
    Ok(infos)
}

#[test]
fn what_is_wrong_in_a_line_is_found() {
    const KATA: &str = "info move D4 visits 12 edgeVisits 12 utility -0.100000 winrate 0.450000 scoreMean -1.000000 \
        scoreStdev 3.000000 scoreLead -1.000000 scoreSelfplay -1.000000 weight 12.000000 prior 0.500000 lcb 0.200000 \
        utilityLcb -0.600000 order 0 pv D4 E5 pvVisits 12 7";
    const LEELA: &str = "info move D4 visits 12 winrate 4711 prior 100 lcb 4000 order 0 pv D4 pass";
    assert!(leela(LEELA).is_ok());
    for (from, to) in [
        ("4711", "0.4711"),
        ("lcb 4000 ", ""),
        ("lcb 4000", "lcb"),
        ("order 0", "order 1"),
        ("pv D4 pass", "pv"),
        ("pv D4 pass", "pv E5"),
        ("pv D4 pass", "pv D4 I5"),
        ("visits 12", "visits 12 13"),
        ("info", "inform"),
        ("lcb", "lcb 1 lcb"),
    ] {
        assert!(leela(&LEELA.replace(from, to)).is_err(), "{from} as {to}");
    }
    assert!(kata(KATA, 5).is_ok());
    for (from, to) in [
        ("0.450000", "45"),
        ("0.450000", "4.5e-1"),
        ("-1.000000", "-0.000000"),
        ("pvVisits 12 7", "pvVisits 12"),
        ("scoreStdev 3.000000 ", ""),
        ("visits 12 ", "visits 12.0 "),
    ] {
        assert!(kata(&KATA.replace(from, to), 5).is_err(), "{from} as {to}");
    }
    assert!(kata(&format!("{KATA} ownership 0.5"), 5).is_err());
    assert!(kata(&format!("{KATA} movesOwnership 0.5"), 5).is_err());
    assert!(kata(&format!("{KATA} movesOwnershipStdev 0.500"), 1).is_ok());
    assert!(kata(&format!("{KATA} movesOwnershipStdev -0.500"), 1).is_err());
    assert!(kata(&format!("{KATA} pvEdgeVisits 12"), 5).is_err());
    assert!(kata(&format!("{KATA} rootInfo visits 3"), 5).is_err());
}
