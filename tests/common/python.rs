//! The Python that has `PyTorch`, for the scripts of `training/gpu`.

use std::env;
use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

static PYTHON: OnceLock<Option<String>> = OnceLock::new();

/// Debian has `PyTorch` as a package, to which `tests/clients/install.sh` adds what Debian has not. Without one the caller is skipped, which
/// on CI is an error.
pub(crate) fn python() -> Option<&'static str> {
    let found = PYTHON.get_or_init(|| {
        let place = env::var("ONEPURE_CLIENTS").unwrap_or_else(|_| "target/clients".to_owned());
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let installed = [root, &root.join("..")].map(|root| root.join(&place).join("torch/bin/python"));
        let installed = installed.iter().map(|path| path.to_string_lossy().into_owned());
        ["python3".to_owned()].into_iter().chain(installed).find(has_torch)
    });
    if found.is_none() {
        assert!(env::var_os("CI").is_none(), "PyTorch is missing: tests/clients/install.sh installs it");
        eprintln!("skipped: no python3 with PyTorch, NumPy and safetensors");
    }
    found.as_deref()
}

fn has_torch(python: &String) -> bool {
    let found = Command::new(python).args(["-c", "import torch, numpy, safetensors"]).output();
    found.is_ok_and(|output| output.status.success())
}
