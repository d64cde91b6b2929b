//! A game as one HTML file without dependencies: the board of the page with a slider, the chart, the mistakes with better
//! variations, and the events. Without scripts and on paper only the variations are missing.

use super::assets;
use super::bundle::bundle;
use crate::analysis::{
    Accuracy, MistakeSize, PositionAnalysis, RecordPosition, Swing, Words, mistake_reason, mistakes, words,
};
use crate::document::{CandidateDocument, Object, line, rounded, scene};
use crate::view::{Language, Narration, Picture};
use maud::{Markup, PreEscaped, Render, html};
use onepure_rules::board::{Color, PerColor};

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
        let data = line(&self.data(positions, swings, &mistakes)).replace('<', "\\u003c");
        let page = html! {
            (PreEscaped("<!doctype html>\n"))
            html lang=(self.language.code()) {
                "\n" head {
                    "\n" meta charset="utf-8";
                    "\n" meta name="viewport" content="width=device-width, initial-scale=1";
                    "\n" meta name="color-scheme" content="light dark";
                    "\n" meta name="generator" content=(concat!("onepure ", env!("CARGO_PKG_VERSION")));
                    "\n" title { (self.title) }
                    "\n" style { "\n" (PreEscaped(assets::text("style.css"))) (PreEscaped(include_str!("pages/report.css"))) }
                    "\n"
                }
                "\n" body.report {
                    "\n" header { h1 { (self.title) } }
                    "\n" main {
                        "\n" dl.about { @for (label, value) in &self.about { dt { (label) } dd { (value) } } }
                        "\n" div id="viewer" hidden {}
                        "\n" noscript {
                            "\n"
                            @for (name, picture) in &self.pictures {
                                figure aria-label=(name) { (PreEscaped(picture.svg().trim_end())) } "\n"
                            }
                        }
                        "\n" (self.accuracies(swings, words))
                        @if !swings.is_empty() { (self.mistakes(&mistakes, positions, words)) }
                        (self.events(positions, words))
                        (section(words.conclusion(), &list(&self.conclusion)))
                    }
                    "\n" script type="application/json" id="data" { (PreEscaped(data)) }
                    "\n" script type="module" { "\n" (PreEscaped(bundle("report.js"))) }
                    "\n"
                }
                "\n"
            }
            "\n"
        };
        page.into_string()
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

    /// The accuracy of each player; empty without an analysis.
    fn accuracies(&self, swings: &[Swing], words: &dyn Words) -> Markup {
        let accuracies = Color::BOTH.into_iter().filter_map(|color| Some((color, Accuracy::of(swings, color)?)));
        let accuracies: Vec<_> = accuracies.collect();
        if accuracies.is_empty() {
            return html! {};
        }
        let percent = |share: f64| format!("{:.0}", 100.0 * share);
        let table = html! {
            div.wide { table {
                thead { tr { @for head in words.accuracy_columns() { th scope="col" { (head) } } } }
                tbody { @for (color, accuracy) in accuracies {
                    @let (least, most) = accuracy.best_interval();
                    tr {
                        th scope="row" {
                            @if let Some(name) = self.players[color] { (name) ", " }
                            (self.language.phrases().color(color))
                        }
                        td { (accuracy.moves) }
                        td { (format!("{:.1} ± {:.1} %", 100.0 * accuracy.kept, 200.0 * accuracy.error)) }
                        td { (format!("{:.1}", accuracy.points + 0.0)) }
                        td {
                            (percent(accuracy.best as f64 / accuracy.moves as f64))
                            " % (" (percent(least)) "–" (percent(most)) ")"
                        }
                    }
                } }
            } }
            p.faint { (words.accuracy_note()) }
        };
        section(words.accuracy(), &table)
    }

    /// The mistakes of each player, the largest first, each with a button for its position.
    fn mistakes(&self, mistakes: &[Swing], positions: &Positions<'_>, words: &dyn Words) -> Markup {
        let entry = |mistake: &&Swing| {
            let size = mistake.mistake_size().map_or("", MistakeSize::name);
            let after = positions.iter().position(|(position, _)| position.number == mistake.number);
            let analysis = |index: usize| positions.get(index).and_then(|&(_, analysis)| analysis);
            let reason = after
                .and_then(|after| Some((analysis(after.checked_sub(1)?)?, analysis(after)?)))
                .and_then(|(before, after)| mistake_reason(before, after, self.language));
            html! {
                (go_to(mistake.number - 1, Some(size), &words.swing(mistake)))
                @if let Some(reason) = reason { " " span.reason { (reason) } }
            }
        };
        let lists = html! {
            @for color in Color::BOTH {
                @let own: Vec<&Swing> = mistakes.iter().filter(|mistake| mistake.color == color).collect();
                @let told = &own[..own.len().min(MISTAKES)];
                h3 { (words.mistakes_of(color, self.players[color], own.len(), told.len())) }
                (list(told.iter().map(entry)))
            }
            p.faint { (words.mistake()) }
        };
        section(words.mistakes(), &lists)
    }

    /// The events besides placements and passes, each with a button for its position.
    fn events(&self, positions: &Positions<'_>, words: &dyn Words) -> Markup {
        let told = positions.iter().filter(|(position, _)| position.number > 0).filter_map(|(position, _)| {
            let told = Narration::of_last_turn(&position.game, self.language).filter(Narration::has_events)?;
            Some(go_to(position.number, None, &format!("{}. {told}", position.number)))
        });
        let told: Vec<Markup> = told.collect();
        let nothing = html! { p { (self.language.phrases().headings().no_events) } };
        section(words.events(), &if told.is_empty() { nothing } else { list(told) })
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
    let candidate = |CandidateDocument { action, values, variation, .. }: CandidateDocument<'_>| {
        Object::default()
            .with("move", action)
            .with("winRate", rounded(values.win_rate, 3))
            .with("lead", rounded(values.score_lead, 3))
            .with("visits", values.visits)
            .with("pv", &variation[..variation.len().min(VARIATION)])
    };
    let letter = |balance: f64| char::from(b'A' + ((balance.clamp(-1.0, 1.0) + 1.0) * 12.5).round() as u8);
    let position = document.position();
    Object::default()
        .with("color", analysis.report.color)
        .with("winRate", rounded(position.win_rate, 3))
        .with("error", rounded(analysis.win_rate_error(), 3))
        .with("lead", rounded(position.score_lead, 3))
        .with("visits", position.visits)
        .with("candidates", document.visited().take(CANDIDATES).map(candidate).collect::<Vec<_>>())
        .with("ownership", document.balances().map(|balances| balances.into_iter().map(letter).collect::<String>()))
}

fn section(heading: &str, body: &Markup) -> Markup {
    html! { section { h2 { (heading) } (body) } "\n" }
}

fn list(entries: impl IntoIterator<Item = impl Render>) -> Markup {
    html! { ul { @for entry in entries { li { (entry) } } } }
}

/// A button that shows a position. `mistake` is the size of a mistake with a better variation there.
fn go_to(number: usize, mistake: Option<&str>, text: &str) -> Markup {
    html! { button type="button" data-go=(number) data-better=[mistake] { (text) } }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_cannot_become_markup() {
        let button = go_to(1, Some("small"), "<b> & \"c\"").into_string();
        let expected =
            r#"<button type="button" data-go="1" data-better="small">&lt;b&gt; &amp; &quot;c&quot;</button>"#;
        assert_eq!(button, expected);
    }
}
