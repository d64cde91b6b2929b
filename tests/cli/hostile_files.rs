//! Hostile files: networks, results, training games and TOML. Each is rejected with one line, or accepted.
//!
//! The functions are those of the fuzz targets. They run on every input of the corpus and on reproducible mutations of it;
//! `ONEPURE_MUTATIONS=100000 cargo test --test program hostile_files` runs more.

use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;
use onepure::random::Randomness;
use rand::RngExt;
use std::fs;
use std::io::{Read, Write};
use std::path::Path;

/// The number of mutations for each target.
fn mutations() -> u32 {
    std::env::var("ONEPURE_MUTATIONS").map_or(1500, |text| text.parse().expect("a number of mutations"))
}

/// Replacements for a number, a name or a bracket.
const TOKENS: [&[u8]; 28] = [
    b"0",
    b"-1",
    b"1e308",
    b"-1e999",
    b"18446744073709551615",
    b"18446744073709551616",
    b"9223372036854775807",
    b"4294967296",
    b"0.5",
    b"NaN",
    b"null",
    b"true",
    b"\"\"",
    b"\"\\n\"",
    b"\"\\u001b[2J\"",
    b"\"\xe2\x80\xae\"",
    b"[]",
    b"{}",
    b"[[[[[[[[",
    b"{\"a\":",
    b"\xff\xfe",
    b"\0",
    b"\n",
    b"inf",
    b"1979-05-27",
    b"'''",
    b"[[player]]",
    b"\"1/0\"",
];

/// An input with a few changes: bytes, pieces, numbers and words.
fn mutated(input: &[u8], random: &mut Randomness) -> Vec<u8> {
    let mut bytes = input.to_vec();
    for _ in 0..random.random_range(1..4) {
        let at = random.random_range(0..=bytes.len());
        let end = (at + random.random_range(0..24)).min(bytes.len());
        match random.random_range(0..6) {
            0 if at < bytes.len() => bytes[at] ^= 1 << random.random_range(0..8),
            1 => drop(bytes.drain(at..end)),
            2 => {
                let piece = bytes[at..end].to_vec();
                bytes.splice(at..at, piece);
            }
            3 => bytes.truncate(at),
            _ => {
                // Replaces the whole word or number.
                let is_part = |byte: u8| byte.is_ascii_alphanumeric() || b"-+._\"".contains(&byte);
                let begin = bytes[..at].iter().rposition(|&byte| !is_part(byte)).map_or(0, |before| before + 1);
                let end = bytes[at..].iter().position(|&byte| !is_part(byte)).map_or(bytes.len(), |length| at + length);
                bytes.splice(begin..end, TOKENS[random.random_range(0..TOKENS.len())].iter().copied());
            }
        }
    }
    bytes
}

/// The inputs of a corpus, ordered by name.
fn corpus(target: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/corpus").join(target);
    let entries = fs::read_dir(folder).expect("the corpus of a target");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an input").path()).collect();
    paths.sort();
    paths.iter().map(|path| fs::read(path).expect("an input can be read")).collect()
}

/// Runs a target on mutations of its corpus.
fn mutate(target: &str, run: fn(&[u8]), change: fn(&[u8], &mut Randomness) -> Vec<u8>) {
    let inputs = corpus(target);
    for number in 0..mutations() {
        let mut random = Randomness::new(number.into(), 0);
        let input = change(&inputs[number as usize % inputs.len()], &mut random);
        let ran = std::panic::catch_unwind(|| run(&input));
        assert!(ran.is_ok(), "mutation {number} of {target}: {:?}", String::from_utf8_lossy(&input));
    }
}

/// Mutates the compressed bytes, and sometimes the text inside.
fn mutated_member(input: &[u8], random: &mut Randomness) -> Vec<u8> {
    let mut text = Vec::new();
    let whole = MultiGzDecoder::new(input).read_to_end(&mut text).is_ok();
    if !whole || random.random_range(0..8) == 0 {
        return mutated(input, random);
    }
    let lines = text.split_inclusive(|&byte| byte == b'\n');
    let members = lines.flat_map(|line| {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(&mutated(line, random)).expect("memory can be written");
        encoder.finish().expect("memory can be written")
    });
    members.collect()
}

#[test]
fn networks_of_the_corpus() {
    crate::corpus::replay("network", crate::network::run);
    mutate("network", crate::network::run, mutated);
}

#[test]
fn results_of_the_corpus() {
    crate::corpus::replay("results", crate::results::run);
    mutate("results", crate::results::run, mutated);
}

#[test]
fn training_games_of_the_corpus() {
    crate::corpus::replay("training_games", crate::training_games::run);
    mutate("training_games", crate::training_games::run, mutated_member);
}

#[test]
fn options_of_the_corpus() {
    crate::corpus::replay("options", crate::options::run);
    mutate("options", crate::options::run, mutated);
}

/// The error line about a file, and the exit code, which is not 0.
fn refused(arguments: &[&str], file: &Path) -> String {
    let mut program = assert_cmd::Command::new(env!("CARGO_BIN_EXE_onepure"));
    let words = arguments.iter().map(|word| word.replace("FILE", &file.display().to_string()));
    let done = program.args(words).timeout(std::time::Duration::from_secs(60)).assert().failure();
    let said = String::from_utf8(done.get_output().stderr.clone()).expect("text");
    assert_eq!(said.lines().count(), 1, "{arguments:?}: {said}");
    assert!(!said.trim_end().contains(char::is_control), "{arguments:?}: {said:?}");
    assert!(said.len() < 7000, "{arguments:?}: {} bytes", said.len());
    said
}

/// A file in the safetensors format with this header, and no tensor.
fn tensors(header: &str) -> Vec<u8> {
    [&(header.len() as u64).to_le_bytes()[..], header.as_bytes()].concat()
}

#[test]
fn each_file_of_an_enemy_is_refused_in_one_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("file");
    let deep = "[".repeat(200_000);
    let evil = "\\u001b[2J\\nsecond line\\u202e";
    let long = "x".repeat(500_000);
    let metadata = |format: &str, architecture: &str| {
        tensors(&format!(
            "{{\"__metadata__\":{{\"format\":\"{format}\",\"version\":\"1\",\"features\":\"1\",\"architecture\":\"{architecture}\"}}}}"
        ))
    };
    let version = |version: &str| {
        tensors(&format!("{{\"__metadata__\":{{\"format\":\"onepure-network\",\"version\":\"{version}\"}}}}"))
    };
    let results = String::from_utf8(corpus("results").remove(0)).expect("text");
    let (header, games) = results.split_once('\n').expect("a header");
    let header_with = |from: &str, to: &str| {
        assert!(header.contains(from), "{from} in {header}");
        format!("{}\n{games}", header.replacen(from, to, 1))
    };
    let player = header.split_once("\"players\":[").and_then(|(_, rest)| rest.split_once("}},")).expect("a player").0;
    let toml = |text: &str| text.as_bytes().to_vec();
    let network = ["gtp", "--network", "FILE"];
    let (merge, config, matches, selfplay) = (
        ["match", "--merge", "FILE", "--output", "out"],
        ["gtp", "--config", "FILE"],
        ["match", "FILE"],
        ["selfplay", "FILE"],
    );
    let cases: [(&[&str], Vec<u8>); 31] = [
        (&network, Vec::new()),
        (&network, vec![0xff; 100]),
        (&network, tensors(&deep)),
        (&network, [&u64::MAX.to_le_bytes()[..], b"{}"].concat()),
        (&network, metadata(evil, "")),
        (&network, version(evil)),
        (&network, version(&long)),
        (&network, metadata("onepure-network", evil)),
        (&network, metadata("onepure-network", "{\\\"blocks\\\":18446744073709551615}")),
        (&network, metadata("onepure-network", &format!("{{\\\"{long}\\\":1}}"))),
        (
            &network,
            metadata(
                "onepure-network",
                "{\\\"blocks\\\":40,\\\"channels\\\":512,\\\"pooled\\\":[],\\\"policy_channels\\\":512,\\\"value_channels\\\":512,\\\"hidden\\\":512}",
            ),
        ),
        (&merge, Vec::new()),
        (&merge, deep.clone().into_bytes()),
        (&merge, toml(&format!("{deep}\n"))),
        (&merge, toml(&format!("{{\"{evil}\":\"{long}\"}}\n"))),
        (&merge, header_with("\"games\":", "\"games\":1844674407370955161").into_bytes()),
        (
            &merge,
            header_with("\"players\":[", &format!("\"players\":[{}", format!("{player}}}}},").repeat(3000)))
                .into_bytes(),
        ),
        (&merge, header_with("\"shard\":null", "\"shard\":\"1/0\"").into_bytes()),
        (&merge, format!("{header}\n{{\"number\":{long}}}\n").into_bytes()),
        (&config, toml(&deep)),
        (&config, toml(&format!("a = {deep}"))),
        (&config, toml(&format!("\"{evil}\" = 1"))),
        (&config, toml(&format!("{long} = 1"))),
        (&config, toml("threads = -9223372036854775808")),
        (&config, vec![0xff, 0xfe]),
        (&matches, toml(&format!("[match]\n\"{evil}\" = 1"))),
        (&matches, toml(&format!("[[player]]\nname = \"{evil}\"\ncommand = \"builtin\""))),
        (&matches, toml(&format!("[[player]]\nname = \"a\"\ncommand = \"builtin:{evil}\""))),
        (&selfplay, toml(&format!("games = 1\n[[mix]]\nrules = \"{evil}\"\nsize = 9\nkomi = 0"))),
        (&selfplay, toml(&format!("games = 1\n\"{evil}\" = 3"))),
        (&selfplay, toml("games = 1\n[[mix]]\nrules = \"chinese\"\nsize = 9\nkomi = nan")),
    ];
    for (arguments, bytes) in cases {
        fs::write(&file, bytes).expect("a file");
        refused(arguments, &file);
    }
}
