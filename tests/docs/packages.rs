//! The page of a crate registry, whose readers have no repository.

use super::files::read;

/// The targets of the links and pictures of a text, without their anchors.
fn targets(text: &str) -> Vec<&str> {
    let links = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let pictures = text.split("<img src=\"").skip(1).filter_map(|rest| rest.split('"').next());
    links
        .chain(pictures)
        .map(|link| link.split('#').next().unwrap_or_default())
        .filter(|target| !target.is_empty())
        .collect()
}

#[test]
fn the_page_of_a_registry_has_no_link_that_breaks_there() {
    let manifest = read("Cargo.toml");
    let readme = manifest.lines().find_map(|line| line.strip_prefix("readme = \"")?.strip_suffix('"'));
    let page = read(readme.expect("Cargo.toml names a readme"));
    for target in targets(&page) {
        assert!(target.starts_with("https://"), "{target} leads nowhere without the repository");
    }
    assert!(page.contains("onepure rules"), "where the rules are");
    // There is no public address yet, and a wrong one would be worse than none.
    for field in ["repository", "documentation", "homepage"] {
        let value = manifest.lines().find(|line| line.starts_with(&format!("{field} = ")));
        assert!(value.is_none_or(|value| value.contains("\"https://")), "{value:?}");
    }
}
