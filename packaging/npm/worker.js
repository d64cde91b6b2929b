/** The worker of an engine in a page. */
import { serve } from "./service.js";

// A timer would wait 4 ms.
const { port1, port2 } = new MessageChannel();
const nextTurn = () => new Promise((resolve) => {
  port1.onmessage = resolve;
  port2.postMessage(null);
});

const receive = serve((message) => postMessage(message), nextTurn);
addEventListener("message", ({ data }) => void receive(data));
