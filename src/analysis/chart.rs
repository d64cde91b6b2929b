//! Text charts of values over the moves of a game.

/// Rows and columns of a chart. With the scale it fits 80 columns.
const ROWS: usize = 9;
const COLUMNS: usize = 68;

/// Draws values between two bounds, the highest at the top, with one star per value and a dotted line in the middle.
/// More values than columns are averaged in groups of equal size. `name` formats a value of the scale.
///
/// ```text
///  100% |
///   50% |..**.
///       |**  *
///    0% |
/// ```
pub(super) fn chart(values: &[f64], lowest: f64, highest: f64, name: impl Fn(f64) -> String) -> Vec<String> {
    let columns = columns(values);
    let row_of = |value: f64| {
        let share = ((value - lowest) / (highest - lowest)).clamp(0.0, 1.0);
        ((1.0 - share) * (ROWS - 1) as f64).round() as usize
    };
    let middle = ROWS / 2;
    let names: Vec<String> = (0..ROWS)
        .map(|row| match row {
            0 => name(highest),
            row if row == middle => name(f64::midpoint(lowest, highest)),
            row if row == ROWS - 1 => name(lowest),
            _ => String::new(),
        })
        .collect();
    let width = names.iter().map(String::len).max().unwrap_or_default();
    let line = |(row, name): (usize, &String)| {
        let sign = |&value: &f64| match row_of(value) {
            here if here == row => '*',
            _ if row == middle => '.',
            _ => ' ',
        };
        let signs: String = columns.iter().map(sign).collect();
        format!("{name:>width$} |{signs}").trim_end().to_owned()
    };
    names.iter().enumerate().map(line).collect()
}

/// The values, averaged in groups if there are more than [`COLUMNS`].
fn columns(values: &[f64]) -> Vec<f64> {
    let group = values.len().div_ceil(COLUMNS).max(1);
    values.chunks(group).map(|chunk| chunk.iter().sum::<f64>() / chunk.len() as f64).collect()
}

/// The smallest round bound that no absolute value exceeds.
pub(super) fn bound(values: &[f64]) -> f64 {
    const BOUNDS: [f64; 8] = [5.0, 10.0, 20.0, 40.0, 80.0, 120.0, 200.0, 400.0];
    let largest = values.iter().fold(0.0_f64, |largest, value| largest.max(value.abs()));
    BOUNDS.into_iter().find(|&bound| bound >= largest).unwrap_or(largest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stand_at_their_height() {
        let drawn = chart(&[0.5, 1.0, 0.0], 0.0, 1.0, |value| format!("{:.0}%", 100.0 * value));
        let expected =
            ["100% | *", "     |", "     |", "     |", " 50% |*..", "     |", "     |", "     |", "  0% |  *"];
        assert_eq!(drawn, expected);
    }

    #[test]
    fn many_values_share_a_column() {
        let values: Vec<f64> = (0..=COLUMNS * 2).map(|index| (index % 2) as f64).collect();
        let shared = columns(&values);
        assert_eq!(shared.len(), (COLUMNS * 2 + 1).div_ceil(3));
        assert!((shared[0] - 1.0 / 3.0).abs() < 1e-9);
        assert!(chart(&values, 0.0, 1.0, |_| "100%".to_owned()).iter().all(|line| line.len() < 80));
    }

    #[test]
    fn bounds_are_easy_to_read() {
        let bounds = [bound(&[]), bound(&[-7.0, 3.0]), bound(&[361.0])].map(|bound| bound.to_string());
        assert_eq!(bounds, ["5", "10", "400"]);
    }
}
