//! Gives WebAssembly a larger stack.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // Ladders are read to a depth of 90 with a board at each; the usual MiB was too little for those of playouts.
    if std::env::var("CARGO_CFG_TARGET_ARCH").as_deref() == Ok("wasm32") {
        println!("cargo::rustc-link-arg-cdylib=-zstack-size=4194304");
    }
}
