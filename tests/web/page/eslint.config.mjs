// The linter's rules for the scripts of the page.
import { createRequire } from "node:module";

const js = createRequire(`${process.env.ONEPURE_NODE}/`)("@eslint/js");

const BROWSER = [
  "AbortController", "AbortSignal", "Blob", "ClipboardItem", "CloseEvent", "CompressionStream", "CustomEvent", "DecompressionStream", "Element", "Event", "EventTarget", "HTMLElement", "HTMLInputElement", "Image", "MessageChannel", "MessageEvent", "MutationObserver", "PointerEvent", "ReadableStream", "ResizeObserver", "SVGElement", "TextDecoder",
  "URL", "URLSearchParams", "WebAssembly", "WebSocket", "WheelEvent", "Worker", "XMLSerializer", "addEventListener", "atob", "btoa", "caches", "cancelAnimationFrame", "clearInterval", "clearTimeout", "clients", "document", "fetch", "history", "localStorage", "location",
  "matchMedia", "navigator", "performance", "postMessage", "requestAnimationFrame", "sessionStorage", "setInterval", "setTimeout",
];

export default [
  {
    ...js.configs.recommended,
    files: ["**/*.js"],
    languageOptions: {
      ecmaVersion: 2023, sourceType: "module", globals: Object.fromEntries(BROWSER.map((name) => [name, "readonly"])),
    },
    rules: {
      ...js.configs.recommended.rules,
      "no-control-regex": "off",
      curly: ["error", "multi-line"],
      eqeqeq: "error",
      "no-eval": "error",
      "no-implied-eval": "error",
      "no-var": "error",
      "prefer-const": "error",
      "no-shadow": "error",
    },
  },
];
