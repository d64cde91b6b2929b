/** Installs the service worker, so that the page opens without a network. The page works without it too. */
import { engine } from "./simd.js";

if (engine) navigator.serviceWorker?.register(`service.js?engine=${engine}`).catch(() => {});
