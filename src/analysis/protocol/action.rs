//! Actions: requests about the program, and about queries in progress.

use super::fields::{FieldError, Fields};
use super::queue::TaskFilter;
use onepure_engine::engine::NetworkChoice;
use serde_json::{Map, Value};

/// A request other than a query.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum ActionQuery {
    /// Answer with the request's fields and these.
    Answer(Map<String, Value>),
    /// Terminate queries, then answer with the request's fields.
    Terminate(TaskFilter),
}

/// The names of the actions.
const NAMES: &str = "query_version, query_models, clear_cache, terminate, terminate_all";

impl ActionQuery {
    /// Reads the action `name`.
    pub(super) fn read(name: &str, network: &NetworkChoice, fields: &mut Fields) -> Result<Self, FieldError> {
        match name {
            "query_version" => Ok(Self::Answer(Map::from_iter([
                ("version".to_owned(), env!("CARGO_PKG_VERSION").into()),
                ("git_hash".to_owned(), "<omitted>".into()),
                ("engine".to_owned(), env!("CARGO_PKG_NAME").into()),
            ]))),
            "query_models" => Ok(Self::Answer(Map::from_iter([("models".to_owned(), network.models())]))),
            // Nothing to clear: every position starts with an empty tree.
            "clear_cache" => Ok(Self::Answer(Map::new())),
            "terminate" => {
                let id = fields.text("terminateId")?;
                let id =
                    id.ok_or_else(|| FieldError::new("terminateId", "it is missing: the id of the query to end"))?;
                Ok(Self::Terminate(TaskFilter { id: Some(id), turns: turns(fields)? }))
            }
            "terminate_all" => Ok(Self::Terminate(TaskFilter { id: None, turns: turns(fields)? })),
            _ => Err(FieldError::new("action", format!("expected {NAMES}; got `{name}`"))),
        }
    }
}

fn turns(fields: &mut Fields) -> Result<Option<Vec<usize>>, FieldError> {
    let turns = fields.wholes("turnNumbers")?;
    Ok(turns.map(|turns| turns.into_iter().filter_map(|turn| usize::try_from(turn).ok()).collect()))
}
