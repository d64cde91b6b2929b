//! A game as one HTML file without dependencies: the board of the page with a slider, the chart, the mistakes with better
//! variations, and the events. Without scripts and on paper only the variations are missing.

use super::assets;
use crate::analysis::{
    Accuracy, MistakeSize, PositionAnalysis, RecordPosition, Swing, Words, mistake_reason, mistakes, words,
};
use crate::document::{CandidateDocument, Object, line, rounded, scene};
use crate::view::{Language, Narration, Picture};
use onepure_rules::board::{Color, PerColor};
use std::fmt::Write;

/// The scripts of a report. Each comes after those that it imports from.
const SCRIPTS: [&str; 8] =
    ["points.js", "board.js", "bowls.js", "mistakes.js", "chart.js", "dom.js", "texts.js", "report.js"];

/// The number of mistakes in each player's list. The board and the chart show all of them.
const MISTAKES: usize = 10;

/// The number of candidates of a position, and the length of their variations.
const CANDIDATES: usize = 6;
const VARIATION: usize = 12;

/// The report of a game.
#[derive(Clone, Debug)]
pub struct HtmlReport<'g> {
    /// The heading.
    pub title: String,
    /// The information about the game, each with its label.
    pub about: Vec<(&'static str, String)>,
    /// The names of the players, if known.
    pub players: PerColor<Option<&'g str>>,
    /// The language of the report.
    pub language: Language,
    /// The count and the result, one sentence each.
    pub conclusion: Vec<String>,
    /// The pictures for readers without scripts, with their descriptions.
    pub pictures: Vec<(&'static str, Picture)>,
}

/// The positions of a report, with their analyses if there are any.
type Positions<'p> = [(&'p RecordPosition, Option<&'p PositionAnalysis>)];

impl HtmlReport<'_> {
    /// The report of a replayed game.
    pub fn of_positions(&self, positions: &[RecordPosition]) -> String {
        let positions = positions.iter().map(|position| (position, None)).collect::<Vec<_>>();
        self.page(&positions, &[])
    }

    /// The report of an analysed game.
    pub fn of_analyses(&self, analyses: &[PositionAnalysis], swings: &[Swing]) -> String {
        let positions = analyses.iter().map(|analysis| (&analysis.position, Some(analysis))).collect::<Vec<_>>();
        self.page(&positions, swings)
    }

    fn page(&self, positions: &Positions<'_>, swings: &[Swing]) -> String {
        let words = words(self.language);
        let mistakes = mistakes(swings);
        // `<` could end the script element.
        let json = line(&self.data(positions, swings, &mistakes)).replace('<', "\\u003c");
        let mut page = String::new();
        // Writing to a string cannot fail.
        let _ = write!(
            page,
            "<!doctype html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"generator\" content=\"onepure {}\">\n\
             <title>{}</title>\n<style>\n{}</style>\n</head>\n<body class=\"report\">\n<header><h1>{}</h1></header>\n<main>\n",
            self.language.code(),
            env!("CARGO_PKG_VERSION"),
            escaped(&self.title),
            style(),
            escaped(&self.title),
        );
        page += &self.about();
        page += "<div id=\"viewer\" hidden></div>\n<noscript>\n";
        for (name, picture) in &self.pictures {
            let _ = writeln!(page, "<figure aria-label=\"{}\">{}</figure>", escaped(name), picture.svg().trim_end());
        }
        page += "</noscript>\n";
        page += &self.accuracies(swings, words);
        page += &self.mistakes(&mistakes, !swings.is_empty(), positions);
        page += &self.events(positions, words);
        page += &section(words.conclusion(), &list(self.conclusion.iter().map(|sentence| escaped(sentence))));
        let _ = write!(
            page,
            "</main>\n<script type=\"application/json\" id=\"data\">{json}</script>\n<script type=\"module\">\n{}</script>\n\
             </body>\n</html>\n",
            bundle()
        );
        page
    }

    /// The data for the scripts.
    fn data(&self, positions: &Positions<'_>, swings: &[Swing], mistakes: &[Swing]) -> Object {
        let position = |&(position, analysis): &(&RecordPosition, Option<&PositionAnalysis>)| {
            let turn = position.game.turns().last().filter(|_| position.number > 0);
            Object::default()
                .with("number", position.number)
                .with("move", turn.map(|turn| (turn.color, turn.action)))
                .with("scene", scene(&position.game, self.language))
                .with("analysis", analysis.map(analysis_data))
        };
        Object::default()
            .with("language", self.language.code())
            .with("size", positions.first().map_or(19, |(position, _)| position.game.size().lines()))
            .with("positions", positions.iter().map(position).collect::<Vec<_>>())
            .with("swings", swings.iter().map(|swing| swing_data(swing, mistakes)).collect::<Vec<_>>())
    }

    fn about(&self) -> String {
        let entries = self.about.iter();
        let entries = entries.map(|(label, value)| format!("<dt>{}</dt><dd>{}</dd>", escaped(label), escaped(value)));
        format!("<dl class=\"about\">{}</dl>\n", entries.collect::<String>())
    }

    /// The accuracy of each player; empty without an analysis.
    fn accuracies(&self, swings: &[Swing], words: &dyn Words) -> String {
        let row = |color| {
            let accuracy = Accuracy::of(swings, color)?;
            let name = self.players[color].map_or_else(String::new, |name| format!("{name}, "));
            let (least, most) = accuracy.best_interval();
            let percent = |share: f64| format!("{:.0}", 100.0 * share);
            Some(format!(
                "<tr><th scope=\"row\">{}{}</th><td>{}</td><td>{:.1} ± {:.1} %</td><td>{:.1}</td><td>{} % ({}–{})</td></tr>",
                escaped(&name),
                self.language.phrases().color(color),
                accuracy.moves,
                100.0 * accuracy.kept,
                200.0 * accuracy.error,
                accuracy.points + 0.0,
                percent(accuracy.best as f64 / accuracy.moves as f64),
                percent(least),
                percent(most),
            ))
        };
        let rows: String = Color::BOTH.into_iter().filter_map(row).collect();
        if rows.is_empty() {
            return String::new();
        }
        let heads = words.accuracy_columns().into_iter();
        let heads = heads.fold(String::new(), |text, head| text + "<th scope=\"col\">" + head + "</th>");
        let table = format!(
            "<div class=\"wide\"><table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div><p class=\"faint\">{}</p>",
            words.accuracy_note()
        );
        section(words.accuracy(), &table)
    }

    /// The mistakes of each player, the largest first, each with a button for its position; empty without an analysis.
    fn mistakes(&self, mistakes: &[Swing], is_analysed: bool, positions: &Positions<'_>) -> String {
        if !is_analysed {
            return String::new();
        }
        let words = words(self.language);
        let entry = |mistake: &&Swing| {
            let size = mistake.mistake_size().map_or("", MistakeSize::name);
            let after = positions.iter().position(|(position, _)| position.number == mistake.number);
            let analysis = |index: usize| positions.get(index).and_then(|&(_, analysis)| analysis);
            let reason = after
                .and_then(|after| Some((analysis(after.checked_sub(1)?)?, analysis(after)?)))
                .and_then(|(before, after)| mistake_reason(before, after, self.language))
                .map(|reason| format!(" <span class=\"reason\">{}</span>", escaped(&reason)))
                .unwrap_or_default();
            go_to(mistake.number - 1, Some(size), &words.swing(mistake)) + &reason
        };
        let of_color = |color| {
            let own: Vec<&Swing> = mistakes.iter().filter(|mistake| mistake.color == color).collect();
            let told = &own[..own.len().min(MISTAKES)];
            let heading = words.mistakes_of(color, self.players[color], own.len(), told.len());
            format!("<h3>{}</h3>{}", escaped(&heading), list(told.iter().map(entry)))
        };
        let lists: String = Color::BOTH.into_iter().map(of_color).collect();
        section(words.mistakes(), &format!("{lists}<p class=\"faint\">{}</p>", words.mistake()))
    }

    /// The events besides placements and passes, each with a button for its position.
    fn events(&self, positions: &Positions<'_>, words: &dyn Words) -> String {
        let told = positions.iter().filter(|(position, _)| position.number > 0).filter_map(|(position, _)| {
            let told = Narration::of_last_turn(&position.game, self.language).filter(Narration::has_events)?;
            Some(go_to(position.number, None, &format!("{}. {told}", position.number)))
        });
        let told: Vec<String> = told.collect();
        let headings = self.language.phrases().headings();
        let body = if told.is_empty() { format!("<p>{}</p>", headings.no_events) } else { list(told.into_iter()) };
        section(words.events(), &body)
    }
}

/// The loss of a move, in the form of the page's scripts.
fn swing_data(swing: &Swing, mistakes: &[Swing]) -> Object {
    Object::default()
        .with("number", swing.number)
        .with("color", swing.color)
        .with("move", swing.action)
        .with("better", swing.better)
        .with("share", rounded(swing.share, 3))
        .with("points", rounded(swing.points, 3))
        .with("size", swing.mistake_size().filter(|_| mistakes.contains(swing)))
}

/// The result of a search. All values are Black's. The ownership has one letter for each point, row by row from the top line down: `A` for
/// White, `Z` for Black.
fn analysis_data(analysis: &PositionAnalysis) -> Object {
    let document = analysis.document(Color::Black);
    let candidates =
        document.visited().take(CANDIDATES).map(|CandidateDocument { action, values, variation, .. }| {
            Object::default()
                .with("move", action)
                .with("winRate", rounded(values.win_rate, 3))
                .with("lead", rounded(values.score_lead, 3))
                .with("visits", values.visits)
                .with("pv", &variation[..variation.len().min(VARIATION)])
        });
    let letter = |balance: f64| char::from(b'A' + ((balance.clamp(-1.0, 1.0) + 1.0) * 12.5).round() as u8);
    let position = document.position();
    Object::default()
        .with("color", analysis.report.color)
        .with("winRate", rounded(position.win_rate, 3))
        .with("error", rounded(analysis.win_rate_error(), 3))
        .with("lead", rounded(position.score_lead, 3))
        .with("visits", position.visits)
        .with("candidates", candidates.collect::<Vec<_>>())
        .with("ownership", document.balances().map(|balances| balances.into_iter().map(letter).collect::<String>()))
}

/// The text with HTML characters escaped.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn section(heading: &str, body: &str) -> String {
    format!("<section><h2>{}</h2>{body}</section>\n", escaped(heading))
}

fn list(entries: impl Iterator<Item = String>) -> String {
    let entries = entries.fold(String::new(), |text, entry| text + "<li>" + &entry + "</li>");
    format!("<ul>{entries}</ul>")
}

/// A button that shows a position. `mistake` is the size of a mistake with a better variation there.
fn go_to(number: usize, mistake: Option<&str>, text: &str) -> String {
    let better = mistake.map_or(String::new(), |size| format!(" data-better=\"{size}\""));
    format!("<button type=\"button\" data-go=\"{number}\"{better}>{}</button>", escaped(text))
}

/// The styles of the page and of reports.
fn style() -> String {
    format!("{}{}", asset("style.css"), include_str!("pages/report.css"))
}

fn asset(name: &str) -> &'static str {
    assets::find(name).map_or("", |asset| asset.text)
}

/// The scripts in one, without import lines. So no two scripts may declare the same name.
fn bundle() -> String {
    let mut text = String::new();
    for name in SCRIPTS {
        let mut is_import = false;
        for line in asset(name).lines() {
            is_import |= line.starts_with("import ");
            let line_to_write = if is_import { "" } else { line.strip_prefix("export ").unwrap_or(line) };
            is_import &= !line.ends_with(';');
            if !line_to_write.is_empty() {
                text += line_to_write;
                text.push('\n');
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scripts_become_one() {
        let text = bundle();
        assert!(!text.lines().any(|line| line.starts_with("import ") || line.starts_with("export ")), "{text}");
        assert!(!text.contains("</script"));
        // Two declarations of one name would be a syntax error.
        let names = text.lines().filter_map(|line| {
            let declared = ["function ", "async function ", "class ", "const ", "let "]
                .iter()
                .find_map(|word| line.strip_prefix(word))?;
            declared.split(|sign: char| !sign.is_alphanumeric() && sign != '_').next()
        });
        let mut names: Vec<_> = names.filter(|name| !name.is_empty()).collect();
        let number = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), number, "{names:?}");
    }

    #[test]
    fn texts_cannot_become_markup() {
        assert_eq!(escaped("<b> & \"c\""), "&lt;b&gt; &amp; &quot;c&quot;");
    }
}
