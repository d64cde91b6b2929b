//! `training/gpu`: the network and the errors of the engine, weights that the engine can use, and KataGo's networks with the answers that
//! KataGo gives.
//!
//! It needs Python with `PyTorch`, `NumPy` and safetensors; without them the tests say that they are skipped, which on CI is an error.

mod common;
#[path = "../../tests/common/katago_file.rs"]
mod katago_file;
#[path = "../../tests/common/python.rs"]
mod python;

use katago_file::{NETWORKS, replaced};
use onepure::arena::selfplay::SelfplaySettings;
use python::python;
use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Forty games, two of them for the test.
const GAMES: &str = r#"
games = 40
full-visits = 6
fast-visits = 3
full-share = 0.5

[[mix]]
rules = "chinese"
size = 5
komi = 2

[[mix]]
rules = "one-pure"
size = 6
komi = 1
"#;

fn run(command: &mut Command) -> (String, String) {
    let Output { status, stdout, stderr } = command.output().expect("started");
    let [stdout, stderr] = [stdout, stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    assert!(status.success(), "{command:?}: {stderr}");
    (stdout, stderr)
}

fn trainer(folder: &Path, arguments: &[&str]) -> (String, String) {
    run(Command::new(env!("CARGO_BIN_EXE_onepure-training")).current_dir(folder).args(arguments))
}

/// A command that runs a script of `training/gpu`.
fn command_of(python: &str, name: &str, folder: &Path, arguments: &[&str]) -> Command {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("gpu").join(name);
    let mut command = Command::new(python);
    command.current_dir(folder).arg("-B").arg(script).args(arguments);
    command
}

/// What a script of `training/gpu` says on stderr.
fn script_of(python: &str, name: &str, folder: &Path, arguments: &[&str]) -> String {
    run(&mut command_of(python, name, folder, arguments)).1
}

fn script(python: &str, folder: &Path, arguments: &[&str]) -> String {
    script_of(python, "train.py", folder, arguments)
}

/// The numbers of a line.
fn numbers(line: &str) -> Vec<f64> {
    line.split(|letter: char| !(letter.is_ascii_digit() || letter == '.'))
        .filter_map(|word| word.parse().ok())
        .collect()
}

/// A folder with this many games, which playouts have played.
fn folder_with_games(games: usize) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let settings: SelfplaySettings =
        toml::from_str(&GAMES.replace("games = 40", &format!("games = {games}"))).expect("settings");
    common::play(&settings, None, folder.path());
    folder
}

#[test]
fn pytorch_teaches_the_network_of_the_engine() {
    let Some(python) = python() else { return };
    let folder = folder_with_games(40);
    let folder = folder.path();

    let taken = ["--other-positions", "0", "--search-value", "0"];
    let positions = ["positions", "games.jsonl.gz", "--output", "positions.safetensors"];
    let (said, _) = trainer(folder, &[&positions[..], &taken].concat());
    assert!(said.starts_with("positions.safetensors: 40 games, "), "{said}");
    let begun =
        "positions.safetensors --architecture 3b16c --steps 2 --batch 8 --name begun --output begun.safetensors";
    script(python, folder, &begun.split(' ').collect::<Vec<_>>());
    let (table, _) = trainer(folder, &["test", "games.jsonl.gz", "--network", "begun.safetensors"]);

    // A rate of 0 leaves the weights as they are, and the second policy beside them adds nothing to the errors.
    let still = [
        "positions.safetensors",
        "--soft-policy",
        "2",
        "--from",
        "begun.safetensors",
        "--name",
        "still",
        "--output",
        "still",
        "--rate",
        "0",
        "--steps",
        "1",
    ];
    let lines = script(python, folder, &still);
    let theirs = numbers(lines.lines().rfind(|line| line.contains(" all: ")).expect("a test"));
    let of_test = table.split("\nevery twentieth game").nth(1).expect("a test");
    let ours = numbers(of_test.lines().find(|line| line.starts_with("all ")).expect("all of them"));
    assert_eq!((ours.len(), theirs.len()), (7, 7), "{of_test}{lines}");
    // Behind the number of positions: policy, percent that are predicted, outcome, value, score and ownership. After two steps the policy
    // is nearly even, so that rounding decides which move is the likeliest in some positions: two of them may differ.
    let two_positions = 200.0 / ours[0];
    for (number, (found, expected)) in theirs.iter().zip(&ours).enumerate().skip(1) {
        let most = if number == 2 { two_positions } else { 0.01 };
        assert!((found - expected).abs() <= most, "{theirs:?} and not {ours:?}");
    }

    let learned = [
        "positions.safetensors",
        "--architecture",
        "1b16c",
        "--name",
        "learned",
        "--output",
        "weights.safetensors",
        "--batch",
        "32",
        "--weights",
        "5=1,6:one-pure=2",
        "--soft-policy",
        "2",
        "--steps",
    ];
    let loss = |steps: &str| {
        let lines = script(python, folder, &[&learned[..], &[steps]].concat());
        numbers(lines.lines().rfind(|line| line.contains(" all: ")).expect("a test"))[0]
    };
    let (at_first, in_the_end) = (loss("1"), loss("150"));
    assert!(in_the_end < 0.9 * at_first, "{at_first} to {in_the_end}");
    trained_by_its_games(python, folder);
    let export = ["export", "games.jsonl.gz", "--network", "weights.safetensors", "--output", "learned.safetensors"];
    trainer(folder, &export);
    let network = onepure::network::Network::open(folder.join("learned.safetensors")).expect("a network");
    assert_eq!((network.name(), network.architecture().to_string()), ("learned", "1b16c".to_owned()));
    assert!(network.origin().starts_with("own games of onepure: 40 games, "), "{}", network.origin());
    let (table, agreement) = trainer(folder, &["test", "games.jsonl.gz", "--network", "learned.safetensors"]);
    assert!(table.contains("5x5 chinese") && agreement.is_empty(), "{table}{agreement}");
}

/// A network has little to learn from labels of its own, in which occupied points and symmetries differ. Positions that it is surprised by are drawn more often. The positions come from
/// two files.
fn trained_by_its_games(python: &str, folder: &Path) {
    let label = ["positions.safetensors", "--teacher", "weights.safetensors", "--output", "labelled.safetensors"];
    let said = script_of(python, "label.py", folder, &label);
    assert!(said.contains(" positions labelled by learned"), "{said}");
    let divergence = |positions: &str, options: &str| {
        let still = "--from weights.safetensors --name still --output still --rate 0 --steps 12 --batch 64";
        let arguments = [positions, positions, still, options].join(" ");
        let lines = script(python, folder, &arguments.split_whitespace().collect::<Vec<_>>());
        let line = lines.lines().find(|line| line.starts_with("step 12 ")).expect("a line of the training");
        numbers(line.split(" policy ").nth(1).expect("a policy"))[0]
    };
    let of_games = divergence("positions.safetensors", "");
    let of_itself = divergence("labelled.safetensors", "");
    assert!(of_itself < 0.25 * of_games, "{of_itself} and {of_games}");
    let of_surprises = divergence("positions.safetensors", "--surprise 1");
    assert!(of_surprises > 1.1 * of_games, "{of_surprises} and {of_games}");
    let origin = onepure::network::Network::open(folder.join("still")).expect("a network").origin().to_owned();
    assert!(origin.starts_with("own games of onepure: 80 games, ") && !origin.contains("judged"), "{origin}");
}

/// The engine that was built beside the trainer; `None` if it was not.
fn onepure() -> Option<PathBuf> {
    let found =
        Path::new(env!("CARGO_BIN_EXE_onepure-training")).with_file_name(format!("onepure{}", env::consts::EXE_SUFFIX));
    if !found.exists() {
        assert!(env::var_os("CI").is_none(), "{} is missing: cargo build", found.display());
        eprintln!("skipped: no onepure beside the trainer; cargo build makes it");
        return None;
    }
    Some(found)
}

/// The whole of what a GPU is used for, on a processor with tiny networks and in a few seconds.
#[test]
fn a_session_plays_and_teaches_to_its_end() {
    let (Some(python), Some(onepure)) = (python(), onepure()) else { return };
    let folder = folder_with_games(40);
    let folder = folder.path();
    std::fs::write(folder.join("more.toml"), GAMES.replace("games = 40", "games = 100000\nseed = 3")).expect("written");
    trainer(folder, &["positions", "games.jsonl.gz", "--output", "positions"]);
    let begun = "positions --architecture 1b32c --name begun --steps 1 --output begun.safetensors";
    script(python, folder, &begun.split(' ').collect::<Vec<_>>());
    let [.., teacher, _] = NETWORKS;
    std::fs::write(folder.join("teacher.bin"), teacher.bytes()).expect("written");
    let run = |seconds: &str| {
        let settings = format!(
            "seconds = {seconds}\nteacher = \"teacher.bin\"\ngames = [\"games.jsonl.gz\"]\nbatch = 32\n\
             onepure = {onepure:?}\ntrainer = {trainer:?}\n\
             [[play]]\nstep = \"play\"\nname = \"first\"\nsettings = \"more.toml\"\nparallel = 1\n\
             [[play]]\nstep = \"again\"\nname = \"again\"\nsettings = \"more.toml\"\nparallel = 8\n\
             [[students]]\nname = \"tiny\"\narchitecture = \"1b16c\"\nweights = \"5=1,6=1\"\n\
             [[students]]\nname = \"other\"\narchitecture = \"1b32c\"\nweights = \"5=1\"\nfrom = \"begun.safetensors\"\n",
            trainer = env!("CARGO_BIN_EXE_onepure-training"),
        );
        std::fs::write(folder.join("session.toml"), settings).expect("written");
        script_of(python, "session.py", folder, &["session.toml", "--output", "session"])
    };
    let made = |name: &str| folder.join("session").join(name);
    // Without a game the file is empty.
    let games_of = |name: &str| {
        let games = onepure::arena::selfplay::TrainingGames::open(&made(&format!("games-{name}.jsonl.gz")));
        games.map_or(0, |games| games.flatten().count())
    };
    // A session lasts as long as it is told. On a busy machine the first game needs more.
    let has_played = |seconds: &&str| {
        let said = run(seconds);
        assert!(said.contains(" done"), "{said}");
        games_of("first") > 0 && games_of("again") > 0 || {
            std::fs::remove_dir_all(folder.join("session")).expect("removed");
            false
        }
    };
    let seconds = ["40", "120"].into_iter().find(has_played).expect("games");
    for (name, architecture) in [("tiny-begun", "1b16c"), ("tiny", "1b16c"), ("other", "1b32c")] {
        let network = onepure::network::Network::open(made(&format!("weights-{name}.safetensors"))).expect("a network");
        assert_eq!((network.name(), network.architecture().to_string().as_str()), (name, architecture));
        assert!(network.origin().contains("judged by KataGo's transformer-v15"), "{}", network.origin());
    }
    let log = std::fs::read_to_string(made("again.log")).expect("a log");
    assert!(!log.contains("evaluator:"), "{log}");
    // The same command has nothing left to do.
    let again = run(seconds);
    assert!(again.contains(" done") && again.lines().count() == 1, "{again}");
}

/// A tensor of floats of a file of positions; none if the file has no such tensor.
fn floats_of(file: &safetensors::SafeTensors<'_>, name: &str) -> Vec<f32> {
    let Ok(tensor) = file.tensor(name) else { return Vec::new() };
    match tensor.dtype() {
        safetensors::Dtype::F32 => tensor.data().as_chunks().0.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect(),
        safetensors::Dtype::F16 => {
            tensor.data().as_chunks().0.iter().map(|&bytes| half::f16::from_le_bytes(bytes).to_f32()).collect()
        }
        other => panic!("{name}: {other:?}"),
    }
}

/// The coefficient of correlation (Pearson, 1895); 1 for pairs of equal numbers.
fn correlation(pairs: &[[f64; 2]]) -> f64 {
    if pairs.iter().all(|[first, second]| first.total_cmp(second).is_eq()) {
        return 1.0;
    }
    let mean = |of: &dyn Fn(&[f64; 2]) -> f64| pairs.iter().map(of).sum::<f64>() / pairs.len() as f64;
    let [first, second] = [0, 1].map(|side| mean(&|pair| pair[side]));
    let product = |one: usize, other: usize| {
        mean(&|pair| (pair[one] - [first, second][one]) * (pair[other] - [first, second][other]))
    };
    product(0, 1) / (product(0, 0) * product(1, 1)).sqrt()
}

/// Fails unless the trainer computes in 8 bits nearly what `label.py` computes in floats. Returns the trainer's positions.
fn compare_labels(python: &str, folder: &Path, teacher: &str, inputs: &[&str]) -> Vec<u8> {
    let positions = ["positions", "games.jsonl.gz", "--other-positions", "1", "--output"];
    trainer(folder, &[&positions[..], &["positions"], inputs].concat());
    script_of(python, "label.py", folder, &["positions", "--teacher", teacher, "--output", "expected"]);
    trainer(folder, &[&positions[..], &["found", "--teacher", teacher]].concat());
    let [bytes, expected] = ["found", "expected"].map(|name| std::fs::read(folder.join(name)).expect("written"));
    let of = |bytes: &[u8]| {
        let (_, metadata) = safetensors::SafeTensors::read_metadata(bytes).expect("a file");
        metadata.metadata().as_ref().expect("metadata")["teacher"].clone()
    };
    assert_eq!(of(&bytes), of(&expected));
    let [found, expected] =
        [&bytes, &expected].map(|bytes| safetensors::SafeTensors::deserialize(bytes).expect("a file"));
    let mut compared = 0;
    for name in expected.names() {
        if name.ends_with(":points") {
            continue;
        }
        let [found, expected] = [&found, &expected].map(|file| floats_of(file, name));
        assert_eq!(found.len(), expected.len(), "{name}");
        assert!(found.iter().zip(&expected).all(|(found, expected)| found.is_nan() == expected.is_nan()), "{name}");
        let known: Vec<[f64; 2]> = found
            .iter()
            .zip(&expected)
            .filter(|(found, _)| !found.is_nan())
            .map(|(&found, &expected)| [found.into(), expected.into()])
            .collect();
        // Random weights are worse for 8 bits than learned ones. Scores are means over the board; a count by area instead of contact shows
        // in them.
        let least = if name.ends_with(":score") { 0.99 } else { 0.9 };
        let found = correlation(&known);
        assert!(found > least, "{name}: {found}");
        compared += known.len();
    }
    assert!(compared > 0);
    let deviations = floats_of(&found, "5:chinese:training:deviation");
    assert!(!deviations.is_empty() && deviations.iter().all(|&deviation| deviation > 0.0), "{deviations:?}");
    bytes
}

#[test]
fn the_trainer_labels_as_pytorch_does() {
    let Some(python) = python() else { return };
    let folder = folder_with_games(12);
    let folder = folder.path();
    let [network, ..] = NETWORKS;
    std::fs::write(folder.join("teacher.bin"), network.bytes()).expect("written");
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/onepure-engine/networks/4b32c-20.safetensors");
    let own = own.to_str().expect("a path in UTF-8");
    let found = [("teacher.bin", &["--katago"][..]), (own, &[])]
        .map(|(teacher, inputs)| compare_labels(python, folder, teacher, inputs));
    for bytes in found {
        let file = safetensors::SafeTensors::deserialize(&bytes).expect("a file");
        let deviations = floats_of(&file, "6:one-pure:training:deviation");
        assert!(!deviations.is_empty() && deviations.iter().all(|&deviation| deviation > 0.0), "{deviations:?}");
    }
}

#[test]
fn pytorch_answers_as_katago() {
    let Some(python) = python() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    for network in NETWORKS {
        std::fs::write(folder.path().join(format!("{}.bin", network.name)), network.bytes()).expect("written");
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/katago_answers.py");
    let (found, _) = run(Command::new(python).arg("-B").arg(script).arg(folder.path()));
    assert_eq!(found.lines().count(), NETWORKS.len(), "{found}");
    for line in found.lines() {
        let [probability, points, ownership] =
            line.split(' ').skip(1).map(|number| number.parse().expect("a number")).collect::<Vec<f64>>()[..]
        else {
            panic!("{line}")
        };
        // KataGo rounds points to three decimals, and their squares.
        assert!(probability < 1e-4 && points < 5e-3 && ownership < 1e-4, "{line}");
    }
}

#[test]
fn files_that_are_no_network_of_katago_are_refused_in_one_line() {
    /// Prints why each file is refused: to start Python for each takes seconds.
    const SCRIPT: &str = "
import sys, katago
for path in sys.argv[1:]:
    try:
        katago.open_katago(path)
    except SystemExit as error:
        print(error)
";
    let Some(python) = python() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let [residual, bottleneck, ..] = NETWORKS.map(|network| network.bytes());
    let wrong = [
        (
            "cut.bin",
            residual[..residual.len() - 2].to_vec(),
            "expected 12 floats at byte 83914, got 11; the file is cut short",
        ),
        ("layers.bin", residual[..40].to_vec(), "expected more layers, but the file ends after 40 bytes"),
        ("cut.bin.gz", b"\x1f\x8b\x08\x00".to_vec(), "expected a complete gzip file"),
        (
            "version.bin",
            replaced(&residual, " 8 22 19", " 18 22 19"),
            "expected a network of version 8 to 17, got version 18",
        ),
        (
            "planes.bin",
            replaced(&residual, " 8 22 19", " 8 23 19"),
            "expected 22 input planes and 19 numbers, got 23 and 19",
        ),
        ("block.bin", replaced(&residual, "ordinary_block", "dilated_block"), "expected one of ordinary_block, "),
        (
            "activation.bin",
            replaced(&bottleneck, "ACTIVATION_MISH", "ACTIVATION_GELU"),
            "expected one of ACTIVATION_IDENTITY, ",
        ),
        ("text.bin", replaced(&residual, "@BIN@", "0.123"), "expected binary floats (@BIN@) at byte "),
    ];
    for (name, bytes, _) in &wrong {
        std::fs::write(folder.path().join(name), bytes).expect("written");
    }
    let (lines, _) = run(Command::new(python)
        .current_dir(folder.path())
        .env("PYTHONPATH", Path::new(env!("CARGO_MANIFEST_DIR")).join("gpu"))
        .args(["-B", "-c", SCRIPT])
        .args(wrong.iter().map(|(name, ..)| name)));
    assert_eq!(lines.lines().count(), wrong.len(), "{lines}");
    for (line, (name, _, expected)) in lines.lines().zip(&wrong) {
        assert!(line.starts_with(&format!("{name}: {expected}")), "{line}");
    }
}

#[test]
fn files_and_options_that_cannot_be_used_are_refused_in_one_line() {
    let Some(python) = python() else { return };
    let folder = folder_with_games(2);
    let folder = folder.path();
    trainer(folder, &["positions", "games.jsonl.gz", "--output", "positions.safetensors"]);
    let write = |name: &str, bytes: &[u8]| std::fs::write(folder.join(name), bytes).expect("written");
    write("text", b"0123456789 nothing of the kind");
    let [network, ..] = NETWORKS;
    write("whole.bin", &network.bytes());
    write("none.toml", b"seconds = 1");
    let play = "seconds = 1\nteacher = \"x\"\nstudents = []\nplay = [{name = \"x\", settings = \"x\", parallel = 1, step = \"agian\"}]";
    write("step.toml", play.as_bytes());
    write("key.toml", play.replace("parallel = 1", "parallel = 1, games = 1").as_bytes());
    let wrong = [
        ("train.py missing --name x", "missing: "),
        ("train.py text --name x", "text: no file of positions"),
        (
            "train.py positions.safetensors --name x --checkpoint text",
            "text: expected a checkpoint of a network of this shape",
        ),
        ("train.py positions.safetensors --name x --weights 9=1", "expected positions to learn from, got none"),
        ("train.py text --name x --surprise 1.5", "--surprise: expected a fraction from 0 to 1, got 1.5"),
        ("train.py text --name x --surprise 0.5", "--surprise: no network to compare with"),
        (
            "label.py positions.safetensors --teacher whole.bin --share 2",
            "--share: expected a fraction from 0 to 1, got 2",
        ),
        (
            "label.py positions.safetensors --teacher whole.bin",
            "positions.safetensors: expected positions with katago-points",
        ),
        ("label.py positions.safetensors --teacher missing.bin", "missing.bin: "),
        ("label.py positions.safetensors --teacher text", "text: no network of onepure"),
        ("session.py missing.toml", "missing.toml: "),
        ("session.py none.toml", "none.toml: expected the key \"teacher\" in the file, got none"),
        (
            "session.py key.toml",
            "key.toml: expected one of the keys step, name, settings, parallel, network, got \"games\"",
        ),
        ("session.py step.toml", "step.toml: expected the step \"play\" or \"again\", got \"agian\""),
    ];
    for (arguments, expected) in wrong {
        let (name, arguments) = arguments.split_once(' ').expect("arguments");
        let arguments: Vec<&str> = arguments.split(' ').chain(["--output", "x"]).collect();
        let Output { status, stderr, .. } = command_of(python, name, folder, &arguments).output().expect("started");
        let stderr = String::from_utf8_lossy(&stderr);
        assert!(!status.success() && stderr.starts_with(expected) && stderr.lines().count() == 1, "{stderr}");
    }
}
