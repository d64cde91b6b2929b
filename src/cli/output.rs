//! The target of a result, and the theme of its pictures.

use crate::cli::CliError;
use crate::cli::options::integers;
use crate::cli::terminal::stdout::stdout;
use crate::view::{Picture, Theme};
use anyhow::anyhow;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum, ValueHint};
use onepure_rules::files;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Where a result goes, and what pictures in it look like.
#[derive(Clone, Debug, Args)]
pub(super) struct Output {
    /// Write to this file; - is stdout; may repeat
    #[arg(long = "output", value_name = "FILE", value_hint = ValueHint::FilePath)]
    targets: Vec<PathBuf>,
    /// Look of pictures
    #[arg(long, value_name = "wood|plain", default_value = "wood", value_parser = theme())]
    #[arg(hide_possible_values = true)]
    pub(super) theme: Theme,
    /// Width of a PNG, 16 to 8192
    #[arg(long, value_name = "PIXELS", default_value = "1000", value_parser = pixels)]
    #[arg(allow_negative_numbers = true)]
    width: u32,
}

impl Output {
    /// The file to write to, the first one if there are several; `None` for stdout.
    pub(super) fn file(&self) -> Option<&Path> {
        self.targets.first().map(PathBuf::as_path).filter(|file| *file != Path::new("-"))
    }

    /// An output for each target, with its format as [`Output::format`] finds it.
    pub(super) fn each<F: ValueEnum + Copy>(&self, asked: Option<F>, usual: F) -> Result<Vec<(F, Self)>, CliError> {
        let with = |targets| Self { targets, ..self.clone() };
        let targets: Vec<_> = self.targets.iter().map(|target| with(vec![target.clone()])).collect();
        let targets = if targets.is_empty() { vec![with(Vec::new())] } else { targets };
        targets.into_iter().map(|output| Ok((output.format(asked, usual)?, output))).collect()
    }

    /// The requested format, or else that of the file's extension, or else `usual`. An error if the extension is unknown.
    pub(super) fn format<F: ValueEnum>(&self, asked: Option<F>, usual: F) -> Result<F, CliError> {
        if let Some(asked) = asked {
            return Ok(asked);
        }
        let Some(ending) = self.file().and_then(Path::extension) else { return Ok(usual) };
        let ending = ending.to_string_lossy();
        F::from_str(&ending, true).map_err(|_| {
            let values: Vec<_> = F::value_variants().iter().filter_map(ValueEnum::to_possible_value).collect();
            let endings: Vec<_> = values.iter().filter_map(|value| value.get_name_and_aliases().last()).collect();
            CliError::Arguments(format!(
                "--output {}: nothing can be written as .{ending}; there are .{}; with --format the name may end as it likes",
                self.file().unwrap_or(Path::new("")).display(),
                endings.join(", .")
            ))
        })
    }

    /// Writes a text.
    pub(super) fn write_text(&self, text: &str) -> anyhow::Result<()> {
        match self.file() {
            Some(file) => write(file, text.as_bytes()),
            None => Ok(stdout().write_all(text.as_bytes())?),
        }
    }

    /// Writes a picture as SVG.
    pub(super) fn write_svg(&self, picture: &Picture) -> anyhow::Result<()> {
        self.write_text(picture.svg())
    }

    /// Writes a picture as PNG. An error if the target is a terminal.
    pub(super) fn write_png(&self, picture: &Picture) -> anyhow::Result<()> {
        if self.file().is_none() && stdout().is_terminal() {
            return Err(anyhow!("a terminal cannot show a PNG; name a file, as in --output picture.png"));
        }
        let png = picture.png(self.width)?;
        match self.file() {
            Some(file) => write(file, &png),
            None => Ok(stdout().write_all(&png)?),
        }
    }

    /// Writes Markdown with pictures in files beside it. `text` gets the names of these files: the picture `count` of the report
    /// `game.md` is `game-count.svg`. An error without `--output`, because stdout has no folder for the pictures.
    pub(super) fn write_report<const N: usize>(
        &self,
        pictures: &[(&str, Picture); N],
        text: impl FnOnce([String; N]) -> String,
    ) -> anyhow::Result<()> {
        self.write_pages(pictures, |names| text(std::array::from_fn(|index| names[index].clone())))
    }

    /// Writes Markdown with any number of pictures, as [`Output::write_report`] does.
    pub(super) fn write_pages(
        &self,
        pictures: &[(&str, Picture)],
        text: impl FnOnce(&[String]) -> String,
    ) -> anyhow::Result<()> {
        let report = self.file().ok_or_else(|| {
            anyhow!("a report in Markdown has its pictures beside it; name a file, as in --output report.md")
        })?;
        let stem = report.file_stem().unwrap_or_default().to_string_lossy();
        let names: Vec<String> = pictures.iter().map(|(name, _)| format!("{stem}-{name}.svg")).collect();
        for (name, (_, picture)) in names.iter().zip(pictures) {
            write(&report.with_file_name(name), picture.svg().as_bytes())?;
        }
        write(report, text(&names).as_bytes())
    }
}

fn write(file: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    files::replace(file, bytes).map_err(|error| unwritable(file, error))
}

/// The error for a file that cannot be written.
fn unwritable(file: &Path, error: io::Error) -> anyhow::Error {
    let name = file.display();
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty() && !folder.exists());
    match (error.kind(), folder) {
        (io::ErrorKind::NotFound, Some(folder)) => anyhow!("{name}: there is no folder {}", folder.display()),
        (io::ErrorKind::IsADirectory, _) => anyhow!("{name}: it is a folder, expected the name of a file"),
        _ => anyhow::Error::new(error).context(name.to_string()),
    }
}

fn theme() -> impl TypedValueParser<Value = Theme> {
    PossibleValuesParser::new(["wood", "plain"]).map(|name| if name == "plain" { Theme::Plain } else { Theme::Wood })
}

fn pixels(text: &str) -> Result<u32, String> {
    integers(u64::from(*Picture::WIDTHS.start())..=u64::from(*Picture::WIDTHS.end()))(text)
}
