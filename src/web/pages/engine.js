/**
 * What starts workers with the engine. `onepure web` holds the session itself, so that its page has none. The page without a server has
 * `packaging/page/engine.js` in the place of this file.
 * @type {((script: string) => Worker) | null}
 */
export const start = null;
