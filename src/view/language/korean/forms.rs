//! Korean word forms: numbers, particles, and chains.

use super::Korean;
use crate::view::Phrases;
use crate::view::language::{MOST_POINTS, named_points};
use onepure_rules::board::Color;
use onepure_rules::geometry::PointSet;

/// The points of a chain, or its first point and size.
pub(super) fn chain(color: Color, stones: &PointSet) -> String {
    let (color, points) = (Korean.color(color), named_points(stones, "·"));
    if stones.len() > MOST_POINTS {
        format!("{color} {points} 등 {}점", stones.len())
    } else {
        format!("{color} {points}")
    }
}

/// An ordinal before 번째.
pub(super) fn ordinal(number: usize) -> String {
    match number {
        1 => "첫".to_owned(),
        2 => "두".to_owned(),
        3 => "세".to_owned(),
        4 => "네".to_owned(),
        _ => number.to_string(),
    }
}

/// A number before a counter such as 점 and 번.
pub(super) fn native(number: usize) -> String {
    const WORDS: [&str; 10] = ["한", "두", "세", "네", "다섯", "여섯", "일곱", "여덟", "아홉", "열"];
    number
        .checked_sub(1)
        .and_then(|index| WORDS.get(index))
        .map_or_else(|| number.to_string(), |word| (*word).to_owned())
}

/// Points of ordinary Go: 6집 반 for 6.5, 반집 for 0.5.
pub(super) fn houses(points: f64) -> String {
    let number = points.to_string();
    match number.strip_suffix(".5") {
        Some("0") => "반집".to_owned(),
        Some(whole) => format!("{whole}집 반"),
        None => format!("{number}집"),
    }
}

/// A word with the subject particle: 이 after a consonant, 가 after a vowel.
pub(super) fn subject(word: &str) -> String {
    format!("{word}{}", if ends_in_consonant(word) { "이" } else { "가" })
}

/// A word with the topic particle: 은 after a consonant, 는 after a vowel.
pub(super) fn topic(word: &str) -> String {
    format!("{word}{}", if ends_in_consonant(word) { "은" } else { "는" })
}

/// A word with the object particle: 을 after a consonant, 를 after a vowel.
pub(super) fn object(word: &str) -> String {
    format!("{word}{}", if ends_in_consonant(word) { "을" } else { "를" })
}

/// Returns whether the pronunciation of a word ends in a consonant. A digit is read as a Korean numeral (영·십 일 이 삼 사 오
/// 육 칠 팔 구).
fn ends_in_consonant(word: &str) -> bool {
    match word.chars().last() {
        // Syllables come in blocks of 28, one per final consonant; the first has none.
        Some(syllable @ '가'..='힣') => !(u32::from(syllable) - u32::from('가')).is_multiple_of(28),
        Some(digit) => "013678".contains(digit),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn particles_follow_the_sound() {
        let words = ["흑", "백", "무르기", "C1", "C2", "C3", "C4", "C5", "C6", "C7", "C8", "C9", "C10", "23점"];
        let particles: String = words.map(|word| subject(word).pop().unwrap_or(' ')).iter().collect();
        assert_eq!(particles, "이이가이가이가가이이이가이이");
        let particles: String = words.map(|word| topic(word).pop().unwrap_or(' ')).iter().collect();
        assert_eq!(particles, "은은는은는은는는은은은는은은");
        assert_eq!([object("흑 C1"), object("백 C2")], ["흑 C1을", "백 C2를"]);
    }

    #[test]
    fn points_of_ordinary_go() {
        assert_eq!([6.5, 0.5, 7.0, -5.5, 1.25].map(houses), ["6집 반", "반집", "7집", "-5집 반", "1.25집"]);
        assert_eq!([1, 4, 10, 11].map(native), ["한", "네", "열", "11"]);
    }
}
