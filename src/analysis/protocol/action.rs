//! What is not a query: requests about the program itself, and about queries that are under way.

use super::fields::{FieldError, Fields};
use super::queue::TaskFilter;
use onepure_engine::engine::NetworkChoice;
use serde_json::{Map, Value};

/// Something other than a query.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum ActionQuery {
    /// To be answered with what it said, and these fields more.
    Answer(Map<String, Value>),
    /// Queries are to be ended; then to be answered with what it said.
    Terminate(TaskFilter),
}

/// What can be asked for.
const NAMES: &str = "query_version, query_models, clear_cache, terminate, terminate_all";

impl ActionQuery {
    /// Reads an action of this name.
    pub(super) fn read(name: &str, network: &NetworkChoice, fields: &mut Fields) -> Result<Self, FieldError> {
        match name {
            "query_version" => Ok(Self::Answer(Map::from_iter([
                ("version".to_owned(), env!("CARGO_PKG_VERSION").into()),
                ("git_hash".to_owned(), "<omitted>".into()),
                ("engine".to_owned(), env!("CARGO_PKG_NAME").into()),
            ]))),
            "query_models" => Ok(Self::Answer(Map::from_iter([("models".to_owned(), network.models())]))),
            // Every position begins with an empty tree: nothing is kept that could be cleared.
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
