//! Checkpoints: the parameters, their average and the optimizer's moments. A run continued from a checkpoint has the
//! same state as one that never stopped.
//! stopped.

use crate::optimizer::AdamW;
use crate::parameters::Places;
use anyhow::{Context, anyhow, bail};
use onepure::files;
use onepure::network::Architecture;
use safetensors::tensor::{Dtype, SafeTensors, TensorView};
use std::collections::HashMap;
use std::fs;
use std::path::Path;

const FORMAT: &str = "onepure-training";

/// The tensors of the file, in the order of [`rows`].
const NAMES: [&str; 4] = ["row", "average", "means", "squares"];

fn rows(optimizer: &AdamW) -> [&[f32]; 4] {
    [&optimizer.row, &optimizer.average, &optimizer.moments[0], &optimizer.moments[1]]
}

/// Writes a checkpoint to a new file and renames it, so that a full disk or a kill leaves the previous one.
pub(crate) fn write(path: &Path, architecture: &Architecture, optimizer: &AdamW) -> anyhow::Result<()> {
    let bytes = rows(optimizer).map(|row| row.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>());
    let views = NAMES
        .iter()
        .zip(&bytes)
        .map(|(name, bytes)| Ok((*name, TensorView::new(Dtype::F32, vec![optimizer.row.len()], bytes)?)))
        .collect::<anyhow::Result<Vec<_>>>()?;
    let metadata = HashMap::from([
        ("format".to_owned(), FORMAT.to_owned()),
        ("architecture".to_owned(), serde_json::to_string(architecture)?),
        ("steps".to_owned(), optimizer.steps.to_string()),
    ]);
    files::replace(path, safetensors::serialize(views, Some(metadata))?).with_context(|| path.display().to_string())
}

/// Reads a checkpoint.
pub(crate) fn read(path: &Path) -> anyhow::Result<(Places, AdamW)> {
    let wrong = || path.display().to_string();
    let bytes = fs::read(path).with_context(wrong)?;
    of_bytes(&bytes).with_context(wrong)
}

fn of_bytes(bytes: &[u8]) -> anyhow::Result<(Places, AdamW)> {
    let (_, header) = SafeTensors::read_metadata(bytes).context("not a safetensors file")?;
    let metadata = header.metadata().clone().unwrap_or_default();
    let entry = |name: &str| metadata.get(name).map_or("", String::as_str);
    if entry("format") != FORMAT {
        bail!("not a checkpoint of this program");
    }
    let places = Places::new(&serde_json::from_str(entry("architecture")).context("its architecture")?);
    let tensors = SafeTensors::deserialize(bytes)?;
    let mut rows = NAMES.iter().map(|name| {
        let tensor = tensors.tensor(name)?;
        let numbers: Vec<f32> = tensor.data().as_chunks().0.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect();
        let is_right = tensor.dtype() == Dtype::F32 && numbers.len() == places.numbers();
        if is_right { Ok(numbers) } else { Err(anyhow!("`{name}` does not fit its architecture")) }
    });
    let mut next = || rows.next().unwrap_or_else(|| Err(anyhow!("a row is missing")));
    let (row, average, means, squares) = (next()?, next()?, next()?, next()?);
    let steps = entry("steps").parse().context("its number of steps")?;
    Ok((places, AdamW { row, average, moments: [means, squares], steps }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::optimizer::Pace;

    #[test]
    fn training_goes_on_where_it_stood() {
        let places = Places::new(&crate::parameters::shape(1, 16));
        let mut optimizer = AdamW::new(places.random(1));
        let gradient = places.random(2);
        optimizer.step(&gradient, &Pace { rate: 0.01, decay: 0.01, average: 0.999 });
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("checkpoint.safetensors");
        write(&path, &places.architecture, &optimizer).expect("written");
        assert_eq!(read(&path).expect("read"), (places, optimizer));
        for (bytes, expected) in [(&b"nothing"[..], "not a safetensors file"), (b"", "not a safetensors file")] {
            fs::write(&path, bytes).expect("written");
            assert!(format!("{:#}", read(&path).expect_err("refused")).contains(expected));
        }
    }
}
