//! Random draws by weight.

use onepure_rules::random::Randomness;
use rand::RngExt;

/// The temperature below which the heaviest item is taken: drawing would almost always choose it.
const COLDEST: f64 = 0.05;

/// Draws an item with a probability in proportion to its weight; `None` if no weight is above 0.
pub fn draw<'i, T>(items: &'i [T], weight: impl Fn(&T) -> f64, random: &mut Randomness) -> Option<&'i T> {
    let mut rest = random.random::<f64>() * items.iter().map(&weight).sum::<f64>();
    items.iter().find(|item| {
        rest -= weight(item);
        rest < 0.0
    })
}

/// Draws an item with a probability in proportion to `weight^(1/temperature)`. If the temperature is near 0, or if no weight is above 0,
/// the heaviest item, the first of equals. `None` without items. Weights must not be negative.
pub fn draw_at_temperature<'i, T>(
    items: &'i [T],
    weight: impl Fn(&T) -> f64,
    temperature: f64,
    random: &mut Randomness,
) -> Option<&'i T> {
    let heaviest = items.iter().reduce(|best, item| if weight(item) > weight(best) { item } else { best })?;
    let most = weight(heaviest);
    if temperature < COLDEST || most <= 0.0 {
        return Some(heaviest);
    }
    draw(items, |item| (weight(item) / most).powf(1.0 / temperature), random).or(Some(heaviest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heavy_items_are_drawn_the_more_often_the_colder_it_is() {
        let mut random = Randomness::new(1, 0);
        let mut share = |temperature| {
            let drawn =
                (0..1000).filter_map(|_| draw_at_temperature(&[1.0, 3.0], |&item| item, temperature, &mut random));
            drawn.filter(|&&item| item > 2.0).count()
        };
        // Three to one, nine to one, and always.
        assert!((700..800).contains(&share(1.0)));
        assert!((870..930).contains(&share(0.5)));
        assert_eq!(share(0.0), 1000);
    }

    #[test]
    fn without_weights_the_first_is_taken() {
        let mut random = Randomness::new(1, 0);
        assert_eq!(draw_at_temperature(&['a', 'b'], |_| 0.0, 1.0, &mut random), Some(&'a'));
        assert_eq!(draw_at_temperature(&[], |_: &char| 1.0, 1.0, &mut random), None);
        assert_eq!(draw(&['a', 'b'], |_| 0.0, &mut random), None);
    }
}
