/** The worker of an engine in Node. */
import { setImmediate } from "node:timers/promises";
import { parentPort } from "node:worker_threads";
import { serve } from "./service.js";

parentPort.on("message", serve((message) => parentPort.postMessage(message), setImmediate));
