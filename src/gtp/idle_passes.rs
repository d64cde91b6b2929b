//! Passes without effect, which `undo` takes back.

/// The passes of colours that cannot pass: after the end of play, while barred, or without a waiting stone.
///
/// GTP controllers may pass at any time and expect no error. A controller counts such a pass as a move and takes it back before
/// the move that came before it. So each pass is stored with the number of turns before it:
///
/// ```text
/// turns of the game     1 black E5   2 white pass   3 black pass                    4 black C3
/// passes without effect                                           white, black at 3
/// undo takes back       C3, black's pass, white's pass, turn 3, turn 2, …
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct IdlePasses {
    /// The number of turns before each pass, ascending.
    at: Vec<usize>,
}

impl IdlePasses {
    /// Stores a pass that came after this number of turns.
    pub(super) fn push(&mut self, turns: usize) {
        self.at.push(turns);
    }

    /// Takes back a pass if it came after turn number `turns`, the last turn. Returns whether there was one.
    pub(super) fn take_back(&mut self, turns: usize) -> bool {
        self.at.pop_if(|at| *at == turns).is_some()
    }

    pub(super) fn len(&self) -> usize {
        self.at.len()
    }

    /// Removes all passes when another game begins.
    pub(super) fn clear(&mut self) {
        self.at.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passes_go_back_in_the_order_in_which_they_came() {
        let mut passes = IdlePasses::default();
        passes.push(3);
        passes.push(3);
        passes.push(5);
        assert!(!passes.take_back(6), "turn 6 was the last");
        assert!(passes.take_back(5));
        assert!(!passes.take_back(5), "now turn 5 was");
        assert!(passes.take_back(3) && passes.take_back(3));
        assert!(!passes.take_back(3) && passes.len() == 0);
    }
}
