//! The priors of moves.

use super::node::{NewChild, PackedMove};

/// Turns logits into probabilities with sum 1. `libm` gives the same result on every processor; `std` would change the bench signature.
pub(super) fn softmax(logits: &mut [f64]) {
    let most = logits.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mut all = 0.0;
    for logit in &mut *logits {
        *logit = libm::exp(*logit - most);
        all += *logit;
    }
    for likelihood in logits {
        *likelihood /= all;
    }
}

/// Writes the moves as children with priors by their logits. `logits` is kept to save allocations.
pub(super) fn write(
    moves: impl Iterator<Item = PackedMove>,
    logit: impl Fn(PackedMove) -> f64,
    logits: &mut Vec<f64>,
    children: &mut Vec<NewChild>,
) {
    children.clear();
    children.extend(moves.map(|action| NewChild { action, prior: 0.0 }));
    logits.clear();
    logits.extend(children.iter().map(|child| logit(child.action)));
    softmax(logits);
    for (child, &probability) in children.iter_mut().zip(&*logits) {
        child.prior = probability as f32;
    }
}

/// Moves the `most` children with the highest priors to the front, sorted by falling prior. [`select::best_child`](super::select::best_child)
/// needs this order.
pub(super) fn sort_first(children: &mut [NewChild], most: usize) {
    let order =
        |one: &NewChild, other: &NewChild| other.prior.total_cmp(&one.prior).then(one.action.cmp(&other.action));
    let first = if most < children.len() { children.select_nth_unstable_by(most, order).0 } else { children };
    first.sort_unstable_by(order);
}

#[cfg(test)]
mod tests {
    use super::*;
    use onepure_rules::geometry::{Large, Point};

    #[test]
    fn so_many_of_the_likeliest_come_first_in_their_order() {
        let child = |number: usize| NewChild {
            action: PackedMove::place(Point::<Large>::from_index(number)),
            // Some priors are equal.
            prior: (number * 7 % 20) as f32 / 40.0,
        };
        let sorted = |most: usize| {
            let mut children: Vec<_> = (0..40).map(child).collect();
            sort_first(&mut children, most);
            children
        };
        let whole = sorted(usize::MAX);
        let falls = |pair: &[NewChild]| {
            let [one, other] = [pair[0], pair[1]];
            one.prior > other.prior || one.prior.to_bits() == other.prior.to_bits() && one.action < other.action
        };
        assert!(whole.windows(2).all(falls), "{whole:?}");
        for most in [0, 1, 8, 39, 40, 41] {
            let (children, first) = (sorted(most), most.min(40));
            assert_eq!((&children[..first], children.len()), (&whole[..first], 40), "{most}");
        }
    }
}
