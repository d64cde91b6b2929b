//! `loop`: self-play, training and matches, one generation after another.
//!
//! Games and matches run in this process, and `train.py` trains. Progress is saved continuously: each game when it ends,
//! training every few hundred steps, each match game when it ends, and one line per finished generation. So a kill loses
//! little, and the same command continues.

mod loop_settings;
mod record;

use crate::interrupt::Interrupt;
use crate::recipe::Recipe;
use crate::say;
use crate::training_run::{Summary, TrainingRun};
use anyhow::{Context, anyhow, bail};
use clap::Args;
use loop_settings::{LoopSettings, Opponent, Test, engine};
use onepure::arena::schedule::{MatchEnd, Plan, Standing, play_match};
use onepure::arena::selfplay::{SelfplayPlan, TrainingGames, selfplay};
use onepure::arena::statistics::{EloEstimate, SprtDecision};
use onepure::engine::NetworkChoice;
use onepure::files;
use onepure::network::AnyNetwork;
use record::{MatchRecord, Record, table};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The arguments of `loop`.
#[derive(Debug, Args)]
pub(crate) struct Loop {
    /// Games, training and matches: see docs/training.md
    #[arg(value_name = "LOOP.toml")]
    file: PathBuf,
    /// Folder for all files; an interrupted loop continues from it
    #[arg(long, value_name = "DIR")]
    output: PathBuf,
    /// Number of parallel games [default: one per core]
    #[arg(long, value_name = "N")]
    parallel: Option<usize>,
    /// Write the settings of the next generation's games and exit, to play them elsewhere in shards
    #[arg(long)]
    prepare: bool,
}

impl Loop {
    /// Runs until the last generation is done or an interrupt arrives.
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let settings = LoopSettings::load(&self.file)?;
        fs::create_dir_all(&self.output).with_context(|| self.output.display().to_string())?;
        let lock = self.output.join("lock");
        let file = File::create(&lock).with_context(|| lock.display().to_string())?;
        if file.try_lock().is_err() {
            bail!("{} is in use by another loop", self.output.display());
        }
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let parallel = self.parallel.unwrap_or(cores).max(1);
        let mut run =
            Run { settings, output: &self.output, parallel, interrupt: Interrupt::install()?, records: Vec::new() };
        run.records = run.read_records()?;
        if self.prepare {
            return run.prepare();
        }
        if run.records.len() < run.settings.generations {
            run.settings.training.check_python()?;
        }
        while run.records.len() < run.settings.generations {
            run.generation()?;
        }
        write!(io::stdout(), "{}", table(&run.records))?;
        Ok(())
    }
}

/// A loop with its progress.
struct Run<'a> {
    settings: LoopSettings,
    output: &'a Path,
    parallel: usize,
    interrupt: Interrupt,
    records: Vec<Record>,
}

impl Run<'_> {
    fn records_file(&self) -> PathBuf {
        self.output.join("generations.jsonl")
    }

    fn read_records(&self) -> anyhow::Result<Vec<Record>> {
        let path = self.records_file();
        if !path.exists() {
            return Ok(Vec::new());
        }
        let text = files::read_own(&path).with_context(|| path.display().to_string())?;
        text.lines().map(|line| serde_json::from_str(line).with_context(|| path.display().to_string())).collect()
    }

    fn folder(&self, generation: usize) -> PathBuf {
        self.output.join(format!("generation-{generation}"))
    }

    fn training_run(&self, generation: usize) -> TrainingRun {
        let name = format!("{}-{generation}", self.settings.name);
        TrainingRun { output: self.folder(generation).join("training"), from: None, name }
    }

    /// The initial weights for training: those of the best network, if it has the same architecture.
    fn first_weights(&self) -> anyhow::Result<Option<PathBuf>> {
        let best = self.best_choice()?;
        let is_alike = |network: &AnyNetwork| matches!(network, AnyNetwork::Onepure(network) if network.architecture() == &self.settings.training.architecture.0);
        Ok(best.networks().into_iter().any(is_alike).then(|| self.best()))
    }

    /// The file of the best network: that of the last generation that was kept, or the initial one.
    fn best(&self) -> PathBuf {
        let kept = self.records.iter().rfind(|record| record.is_kept);
        kept.map_or_else(
            || PathBuf::from(&self.settings.network),
            |record| self.folder(record.generation).join("training").join("network.safetensors"),
        )
    }

    fn best_choice(&self) -> anyhow::Result<NetworkChoice> {
        choice(&self.best())
    }

    /// Writes the settings of the next generation's games, and prints the command that plays them.
    fn prepare(&self) -> anyhow::Result<()> {
        let generation = self.records.len() + 1;
        let (folder, best) = (self.folder(generation), self.best());
        let file = self.write_selfplay(generation)?;
        writeln!(
            io::stdout(),
            "onepure selfplay {} --network {} --output {} --shard I/N",
            file.display(),
            best.display(),
            folder.display()
        )?;
        Ok(())
    }

    fn write_selfplay(&self, generation: usize) -> anyhow::Result<PathBuf> {
        let folder = self.folder(generation);
        fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
        let file = folder.join("selfplay.toml");
        let text = toml::to_string(&self.settings.selfplay(generation))?;
        files::replace(&file, text).with_context(|| file.display().to_string())?;
        Ok(file)
    }

    /// Completes the next generation: games, training and matches.
    fn generation(&mut self) -> anyhow::Result<()> {
        let generation = self.records.len() + 1;
        say(&format!("generation {generation} of {}", self.settings.generations));
        self.play(generation)?;
        let learned = self.learn(generation)?;
        let new = choice(&self.training_run(generation).network())?;
        let best = self.best_choice()?;
        let mut matches = Vec::new();
        for (number, test) in self.settings.matches.iter().enumerate() {
            let other = match test.against {
                Opponent::Best => best.clone(),
                Opponent::Playouts => NetworkChoice::None,
            };
            let folder = self.folder(generation).join(format!("match-{}", number + 1));
            matches.push(self.compare(test, new.clone(), other, &folder)?);
        }
        let is_kept = matches.iter().all(|of_match| of_match.is_passed != Some(false));
        self.records.push(Record { generation, learned, matches, is_kept });
        self.write_records()
    }

    fn write_records(&self) -> anyhow::Result<()> {
        let lines = self.records.iter().map(|record| Ok(serde_json::to_string(record)? + "\n"));
        let lines = lines.collect::<anyhow::Result<String>>()?;
        let text = table(&self.records);
        if let Some(last) = text.lines().last() {
            say(last);
        }
        // Write the records last: they mark the generation as done, so everything else must be on disk before.
        let best = self.output.join("best.safetensors");
        if self.records.iter().any(|record| record.is_kept) {
            let network = self.best();
            let bytes = fs::read(&network).with_context(|| network.display().to_string())?;
            files::replace(&best, bytes).with_context(|| best.display().to_string())?;
        }
        for (path, text) in [(self.output.join("generations.md"), text), (self.records_file(), lines)] {
            files::replace(&path, text).with_context(|| path.display().to_string())?;
        }
        Ok(())
    }

    /// Plays the games of a generation, unless they were played in shards.
    fn play(&self, generation: usize) -> anyhow::Result<()> {
        let folder = self.folder(generation);
        let settings = self.settings.selfplay(generation);
        self.write_selfplay(generation)?;
        let shards = files_of_games(&folder)?.into_iter().filter(|file| !file.ends_with(GAMES)).collect::<Vec<_>>();
        if !shards.is_empty() {
            let mut games = 0;
            for shard in &shards {
                for game in TrainingGames::open(shard)? {
                    game?;
                    games += 1;
                }
            }
            if games < settings.games {
                let (files, all) = (shards.len(), settings.games);
                bail!("{}: {games} of {all} games in {files} shards; play the others first", folder.display());
            }
            return Ok(());
        }
        let network = self.best_choice()?;
        let plan = SelfplayPlan { shard: None, parallel: self.parallel, output: folder, network: network.name() };
        let tally = selfplay(&settings, &plan, &engine(network), &self.interrupt)?;
        if tally.games < tally.all {
            bail!("interrupted after {} of {} games; the same command goes on", tally.games, tally.all);
        }
        Ok(())
    }

    /// Trains the network of a generation.
    fn learn(&self, generation: usize) -> anyhow::Result<Summary> {
        let training = self.training_run(generation);
        // The summary is written after the network, so it marks training as done.
        let summary = training.output.join("summary.json");
        if summary.exists() {
            let text = files::read_own(&summary).with_context(|| summary.display().to_string())?;
            return serde_json::from_str(&text).with_context(|| summary.display().to_string());
        }
        let first = (generation + 1).saturating_sub(self.settings.window).max(1);
        let mut games = self.settings.games.clone();
        for generation in first..=generation {
            games.extend(files_of_games(&self.folder(generation))?);
        }
        let recipe = Recipe {
            seed: self.settings.training.seed.wrapping_add(generation as u64),
            ..self.settings.training.clone()
        };
        let training = TrainingRun { from: self.first_weights()?, ..training };
        let learned = training.learn(&games, &recipe, &self.interrupt)?;
        files::replace(&summary, serde_json::to_string(&learned)?).with_context(|| summary.display().to_string())?;
        training.clean();
        Ok(learned)
    }

    /// Plays a match of a new network.
    fn compare(
        &self,
        test: &Test,
        new: NetworkChoice,
        other: NetworkChoice,
        folder: &Path,
    ) -> anyhow::Result<MatchRecord> {
        let settings = test.settings(new, other, self.settings.selfplay.seed)?;
        let plan = Plan { shard: None, parallel: self.parallel, output: folder.to_owned(), transcripts: false };
        let (results, ending) = play_match(&settings, &plan, &self.interrupt)?;
        if ending == MatchEnd::Stopped {
            bail!("interrupted after {} games of a match; the same command goes on", results.games.len());
        }
        let names: Vec<String> = settings.players.iter().map(|player| player.name.clone()).collect();
        let sample = Standing::of(&names, &results.games).table.total(0);
        let estimate =
            EloEstimate::of(&sample).ok_or_else(|| anyhow!("{}: no game with a result", folder.display()))?;
        let is_passed = match ending {
            MatchEnd::Decided(decision) => decision == SprtDecision::AcceptH1,
            MatchEnd::Complete | MatchEnd::Stopped => estimate.score > 0.5,
        };
        Ok(MatchRecord {
            name: test.to_string(),
            games: estimate.games,
            score: estimate.score,
            elo: estimate.to_string(),
            is_passed: (test.against == Opponent::Best).then_some(is_passed),
        })
    }
}

/// The file of games that were not played in shards.
const GAMES: &str = "games.jsonl.gz";

/// The files of games in a folder, sorted by name.
fn files_of_games(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.starts_with("games.") && name.ends_with(".jsonl.gz") {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

fn choice(path: &Path) -> anyhow::Result<NetworkChoice> {
    let text = path.to_str().ok_or_else(|| anyhow!("{}: not a name in UTF-8", path.display()))?;
    NetworkChoice::read(text).with_context(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recipe::shape;
    use loop_settings::tests::GOOD;
    use onepure::network::Network;
    use std::collections::BTreeMap;

    fn record(generation: usize, is_kept: bool) -> Record {
        let learned = Summary { games: 1, positions: 1, steps: 1, test: BTreeMap::new() };
        Record { generation, learned, matches: Vec::new(), is_kept }
    }

    #[test]
    fn the_best_network_is_the_last_that_was_kept() {
        let folder = tempfile::tempdir().expect("a folder");
        let settings: LoopSettings = toml::from_str(GOOD).expect("settings");
        let (output, interrupt) = (folder.path(), Interrupt::never());
        let mut run = Run { settings, output, parallel: 1, interrupt, records: Vec::new() };
        assert_eq!(run.best(), Path::new("none"));
        assert_eq!(run.first_weights().expect("none"), None);
        for (generation, channels) in [(1, 16), (2, 32), (3, 16)] {
            let network = run.training_run(generation).network();
            fs::create_dir_all(network.parent().expect("a folder")).expect("made");
            fs::write(network, Network::random(shape(1, channels), 1).to_bytes()).expect("written");
        }
        run.records = vec![record(1, true), record(2, false)];
        assert_eq!(run.best(), run.training_run(1).network());
        // The architecture is the one that is trained, so training starts with these weights.
        assert_eq!(run.first_weights().expect("a network"), Some(run.best()));
        run.records.push(Record { is_kept: true, ..record(2, true) });
        assert_eq!((run.best(), run.first_weights().expect("a network")), (run.training_run(2).network(), None));
        run.records.push(record(3, true));
        run.write_records().expect("written");
        assert_eq!(run.read_records().expect("read"), run.records);
        let copy = fs::read(output.join("best.safetensors")).expect("a copy");
        assert!(copy == fs::read(run.best()).expect("a network"), "the copy is another network");
        let table = fs::read_to_string(output.join("generations.md")).expect("a table");
        assert_eq!(table.lines().filter(|line| line.ends_with("yes |")).count(), 3, "{table}");
    }
}
