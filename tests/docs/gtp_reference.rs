//! `docs/gtp.md` is up to date with the table of commands.

use onepure::gtp::reference_page;
use std::fs;

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/gtp.md");

/// With `ONEPURE_WRITE_DOCS` set, writes the page; without it, compares.
#[test]
fn the_reference_page_is_up_to_date() -> std::io::Result<()> {
    let page = reference_page();
    if std::env::var_os("ONEPURE_WRITE_DOCS").is_some() {
        return fs::write(PATH, page);
    }
    let written = fs::read_to_string(PATH)?;
    assert!(
        written == page,
        "docs/gtp.md is stale: ONEPURE_WRITE_DOCS=1 cargo test --test program gtp_reference writes it"
    );
    Ok(())
}
