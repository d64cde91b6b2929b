//! The parts of a report that a client asks for.

use onepure_engine::engine::SearchRequest;

/// A part of a report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    /// The values of the root.
    RootInfo,
    /// The ownership of each point.
    Ownership,
    /// Its standard deviation.
    OwnershipDeviation,
    /// The ownership of each point after each move.
    MovesOwnership,
    /// Its standard deviation.
    MovesOwnershipDeviation,
    /// The prior of every move.
    Policy,
    /// The visits of the positions of each variation.
    VariationVisits,
    /// The visits of the moves of each variation. They equal those of the positions: no two moves lead to one node.
    VariationEdgeVisits,
    /// The probability of no result.
    NoResult,
    /// The winner of the moves and of the root whose outcome is proven.
    Proven,
}

impl Part {
    /// The parts with their keys in `kata-analyze` and in queries.
    pub(crate) const KEYS: [(Self, Option<&'static str>, Option<&'static str>); 10] = [
        (Self::RootInfo, Some("rootInfo"), None),
        (Self::Ownership, Some("ownership"), Some("includeOwnership")),
        (Self::OwnershipDeviation, Some("ownershipStdev"), Some("includeOwnershipStdev")),
        (Self::MovesOwnership, Some("movesOwnership"), Some("includeMovesOwnership")),
        (Self::MovesOwnershipDeviation, Some("movesOwnershipStdev"), Some("includeMovesOwnershipStdev")),
        (Self::Policy, None, Some("includePolicy")),
        (Self::VariationVisits, Some("pvVisits"), Some("includePVVisits")),
        (Self::VariationEdgeVisits, Some("pvEdgeVisits"), None),
        (Self::NoResult, Some("noResultValue"), Some("includeNoResultValue")),
        (Self::Proven, Some("proven"), None),
    ];
}

/// A set of parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Parts(u16);

impl Parts {
    /// Returns whether the client asks for a part.
    pub(crate) fn has(self, part: Part) -> bool {
        self.0 >> (part as u16) & 1 == 1
    }

    /// Adds or removes a part.
    pub(crate) fn set(&mut self, part: Part, is_wanted: bool) {
        let bit = 1 << (part as u16);
        self.0 = if is_wanted { self.0 | bit } else { self.0 & !bit };
    }

    /// A request for a search that records what the parts need. Without recording, they would be missing.
    pub(crate) fn request(self) -> SearchRequest {
        let has_any = |parts: [Part; 2]| parts.into_iter().any(|part| self.has(part));
        let moves_ownership = has_any([Part::MovesOwnership, Part::MovesOwnershipDeviation]);
        let ownership = moves_ownership || has_any([Part::Ownership, Part::OwnershipDeviation]);
        SearchRequest { ownership, moves_ownership, ..SearchRequest::default() }
    }
}
