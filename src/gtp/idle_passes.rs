//! Passes that changed nothing, so that `undo` can take them back.

/// The passes of colours that could not use the right: after the end of play, or of a colour that is barred or has no
/// waiting stone.
///
/// GTP lets a controller pass whenever it likes, and answers no error. The controller counts such a pass as a move, and
/// takes it back before the move that went before it. So each is remembered with the number of turns at which it came:
///
/// ```text
/// turns of the game     1 black E5   2 white pass   3 black pass                    4 black C3
/// passes without effect                                           white, black at 3
/// undo takes back       C3, black's pass, white's pass, turn 3, turn 2, …
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct IdlePasses {
    /// For each pass the number of turns before it, in order.
    at: Vec<usize>,
}

impl IdlePasses {
    /// Remembers a pass after so many turns.
    pub(super) fn push(&mut self, turns: usize) {
        self.at.push(turns);
    }

    /// Takes back the last thing that happened if it was one of these passes: if one came after the last of so many turns.
    pub(super) fn take_back(&mut self, turns: usize) -> bool {
        self.at.pop_if(|at| *at == turns).is_some()
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.at.len()
    }

    /// Forgets them all: another game has begun.
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
