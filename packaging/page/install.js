/** Keeps the page in the browser, so that it opens without a network. A browser that keeps nothing shows the page all the same. */
import { engine } from "./simd.js";

if (engine) navigator.serviceWorker?.register(`service.js?engine=${engine}`).catch(() => {});
