//! Imports inside a layer form no circle: a module is never imported, directly or not, by a module that it imports.
//!
//! A module and those in its folder count as one here: `search::evaluation` has the trait, `search::evaluation::network` an
//! implementation of it, and each may name the other.

use super::imports::{SOURCE_FOLDERS, code_of, root, rust_files, tokens};
use std::collections::{BTreeMap, BTreeSet};

type Module = Vec<String>;

#[test]
fn no_circle_of_imports_arises() {
    for root in SOURCE_FOLDERS.map(|folder| root().join(folder)) {
        let sources = rust_files(&root).into_iter().map(|path| {
            let name = path.strip_prefix(&root).expect("a path below src").with_extension("");
            let mut module: Module = name.iter().map(|part| part.to_string_lossy().into_owned()).collect();
            if module.last().is_some_and(|last| last == "mod" || last == "lib") {
                module.pop();
            }
            (module, code_of(&path))
        });
        assert_eq!(
            circles(&sources.collect()),
            BTreeSet::new(),
            "modules of {} that import each other",
            root.display()
        );
    }
}

#[test]
fn circles_are_found() {
    let circles = |sources: &[(&str, &str)]| {
        let module = |name: &str| name.split("::").map(str::to_owned).collect::<Module>();
        let sources = sources.iter().map(|&(name, code)| (module(name), code.to_owned())).collect();
        circles(&sources).into_iter().map(|circle| circle.join(" ")).collect::<Vec<_>>()
    };
    // A direct circle, one of three modules by a re-export, and one through a group.
    assert_eq!(circles(&[("x::a", "use super::b::B;"), ("x::b", "use crate::x::a::A;")]), ["x::a x::b"]);
    assert_eq!(
        circles(&[
            ("x", "mod a;\nmod b;\nmod c;\npub use a::A;\nuse c::C;"),
            ("x::a", "fn f() -> super::b::B {}"),
            ("x::b", "use super::c;"),
            ("x::c", "use crate::x::A;"),
        ]),
        ["x::a x::b x::c"]
    );
    assert_eq!(circles(&[("x::a", "use super::{c, b::{B, D}};"), ("x::b", "use crate::{x::{a::A}};")]), ["x::a x::b"]);
    // No circles: another layer, a module and its folder, and test code.
    assert!(circles(&[("x::a", "use crate::y::B;"), ("y", "use crate::x::a::A;")]).is_empty());
    assert!(circles(&[("x", "mod a; use a::A;"), ("x::a", "use super::X;")]).is_empty());
    assert!(
        circles(&[("x::a", "use super::b::B;"), ("x::b", "#[cfg(test)]\nmod tests { use crate::x::a::A; }")])
            .is_empty()
    );
}

/// The modules of each circle, sorted.
fn circles(sources: &BTreeMap<Module, String>) -> BTreeSet<Vec<String>> {
    let imports = Imports::of(sources);
    let reached: BTreeMap<&Module, BTreeSet<Module>> =
        sources.keys().map(|module| (module, imports.reached_from(module))).collect();
    let circle = |module: &Module| {
        let others = reached[module].iter().filter(|other| reached[*other].contains(module));
        others.map(|other| other.join("::")).collect::<Vec<_>>()
    };
    sources.keys().map(circle).filter(|circle| circle.len() > 1).collect()
}

/// The paths from the crate root that each module names.
struct Imports(BTreeMap<Module, Vec<Module>>);

impl Imports {
    fn of(sources: &BTreeMap<Module, String>) -> Self {
        let paths = |module: &Module, code: &String| {
            let code = code.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
            let children: BTreeSet<&str> = sources
                .keys()
                .filter(|other| other.len() == module.len() + 1 && other.starts_with(module))
                .filter_map(|other| other.last().map(String::as_str))
                .collect();
            paths(code, &children).into_iter().map(|path| from_root(module, &path)).collect()
        };
        Self(sources.iter().map(|(module, code)| (module.clone(), paths(module, code))).collect())
    }

    /// The modules of its layer that a module imports, directly or not.
    fn reached_from(&self, module: &Module) -> BTreeSet<Module> {
        let mut reached = BTreeSet::new();
        let mut to_visit = vec![module.clone()];
        while let Some(from) = to_visit.pop() {
            for path in &self.0[&from] {
                let to = self.module_of(path, 0);
                let is_own = to.starts_with(&from) || from.starts_with(&to);
                if !is_own && to.first() == module.first() && reached.insert(to.clone()) {
                    to_visit.push(to);
                }
            }
        }
        reached
    }

    /// The module that defines the item of a path, through re-exports.
    fn module_of(&self, path: &[String], depth: usize) -> Module {
        let length = (0..=path.len()).rev().find(|&length| self.0.contains_key(&path[..length])).unwrap_or(0);
        let (module, rest) = path.split_at(length);
        let re_export = rest.first().and_then(|name| {
            let paths = self.0.get(module)?;
            paths.iter().find(|path| path.last() == Some(name) && path[..path.len() - 1] != *module)
        });
        match re_export {
            Some(target) if depth < 10 => self.module_of(target, depth + 1),
            _ => module.to_vec(),
        }
    }
}

/// The paths in the code that begin with `crate`, `super`, `self` or a module of this folder.
fn paths<'code>(code: &'code str, children: &BTreeSet<&str>) -> Vec<Vec<&'code str>> {
    let tokens = tokens(code);
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let is_start = ["crate", "super", "self"].contains(&tokens[at]) || children.contains(tokens[at]);
        let is_inside = at > 0 && tokens[at - 1] == "::";
        if is_start && !is_inside && tokens.get(at + 1) == Some(&"::") {
            add_tree(&tokens, &mut at, &[], &mut found);
        } else {
            at += 1;
        }
    }
    found
}

/// Reads a path, or a group in braces, after the prefix `before`.
fn add_tree<'code>(tokens: &[&'code str], at: &mut usize, before: &[&'code str], found: &mut Vec<Vec<&'code str>>) {
    let mut path = before.to_vec();
    while let Some(&token) = tokens.get(*at) {
        *at += 1;
        if token == "{" {
            while tokens.get(*at).is_some_and(|&token| token != "}") {
                if tokens[*at] == "," {
                    *at += 1;
                } else {
                    add_tree(tokens, at, &path, found);
                }
            }
            *at += 1;
            return;
        }
        path.push(token);
        if tokens.get(*at) != Some(&"::") {
            break;
        }
        *at += 1;
    }
    if tokens.get(*at) == Some(&"as") {
        *at += 2;
    }
    found.push(path);
}

/// The path from the crate root for a path in a module.
fn from_root(module: &Module, path: &[&str]) -> Module {
    let mut names = path.iter().peekable();
    let mut from = match names.peek() {
        Some(&&"crate") => {
            names.next();
            Vec::new()
        }
        _ => module.clone(),
    };
    while let Some(&&name) = names.peek() {
        match name {
            "super" => drop(from.pop()),
            "self" => {}
            _ => break,
        }
        names.next();
    }
    // `self` at the end of a group is the module before it.
    from.extend(names.filter(|&&name| name != "self").map(|&name| name.to_owned()));
    from
}
