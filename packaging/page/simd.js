/**
 * The choice of the engine's module. A browser refuses a module with an instruction that it does not know.
 */

/** A module with `i8x16.popcnt`. */
const SIMD = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11];

/** A module whose `f` returns a lane of `i32x4.relaxed_dot_i8x16_i7x16_add_s` for vectors of ones and no addend: 4. */
const RELAXED = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 127, 3, 2, 1, 0, 7, 5, 1, 1, 102, 0, 0, 10, 22, 1, 20, 0, 65, 1, 253, 15, 65, 1, 253, 15,
  65, 0, 253, 15, 253, 147, 2, 253, 27, 0, 11,
];

/** Returns whether the dot product exists and is exact. The baseline compiler of V8 11 doubles it, which would change the moves. */
function isExact() {
  const bytes = new Uint8Array(RELAXED);
  if (!WebAssembly.validate(bytes)) return false;
  const { f } = new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports;
  return f() === 4;
}

/** Returns the file of the fastest module that the browser runs exactly; null if it has no SIMD. */
function choose() {
  if (typeof WebAssembly !== "object" || !WebAssembly.validate(new Uint8Array(SIMD))) return null;
  return isExact() ? "relaxed.wasm" : "simd.wasm";
}

export const engine = choose();
