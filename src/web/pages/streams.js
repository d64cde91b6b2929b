/**
 * Streams, read to their end or to a limit.
 */

/**
 * The items of a stream. The stream is cancelled if the caller stops early.
 * @template T
 * @param {ReadableStream<T>} stream
 */
export async function* items(stream) {
  const reader = stream.getReader();
  try {
    for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) yield /** @type {T} */ (value);
  } finally {
    // Rejects if the stream has failed, which the reader has thrown already.
    await reader.cancel().catch(() => {});
  }
}

/**
 * The lines of a stream of text.
 * @param {ReadableStream<Uint8Array>} stream
 */
export async function* lines(stream) {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const bytes of items(stream)) {
    const whole = (rest + decoder.decode(bytes, { stream: true })).split("\n");
    rest = whole.pop() ?? "";
    yield* whole;
  }
}

/**
 * The bytes of a stream. Rejects if there are more than this many, and reads no further.
 * @param {ReadableStream<Uint8Array>} stream
 * @param {number} most
 */
export async function collected(stream, most) {
  /** @type {Uint8Array[]} */
  const pieces = [];
  let length = 0;
  for await (const piece of items(stream)) {
    length += piece.length;
    if (length > most) throw new Error(`expected at most ${most} bytes`);
    pieces.push(piece);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}
