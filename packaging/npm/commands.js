/** Commands to a session, and the errors of the library. */

/** A request that cannot be met. The message is one sentence. */
export class OnepureError extends Error {
  static {
    this.prototype.name = "OnepureError";
  }
}

/** A move that the rules do not allow. The game is unchanged. */
export class IllegalMove extends OnepureError {
  static {
    this.prototype.name = "IllegalMove";
  }
}

/** The text of an answer in GTP. Throws if the answer is an error. @param {string} answer */
export function textOf(answer) {
  const text = answer.slice(1).trim();
  if (answer.startsWith("?")) throw new OnepureError(text);
  return text;
}

/**
 * Throws unless the value is right. `expected` begins with the name of the value.
 * @param {boolean} isRight @param {string} expected @param {unknown} value
 */
export function expect(isRight, expected, value) {
  if (!isRight) throw new OnepureError(`${expected}, got ${typeof value === "string" ? JSON.stringify(value) : value}`);
}

/** The word of a language in a command. @param {string} language */
export function languageWord(language) {
  expect(language === "en" || language === "ko", "language: expected en or ko", language);
  return language;
}

/** The command that sets a parameter with this name in JavaScript, such as `resignBelow`. @param {string} name @param {unknown} value */
export function setting(name, value) {
  const parameter = name === "seconds" ? "time" : name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const words = `${parameter} ${value ?? "none"}`;
  expect(/^\S+ \S+$/.test(words), `${name}: expected one word`, value);
  return `kata-set-param ${words}`;
}
