/**
 * Errors of the session in the language of the page. The session answers in English.
 *
 * @typedef {import("./view.js").View} View
 */

/** @type {[RegExp, (found: string[]) => string][]} */
const KOREAN = [
  [/(\S+) is occupied/, ([, point]) => `${point}에는 이미 돌이 있습니다`],
  [/(\S+) is suicide/, ([, point]) => `${point}은(는) 자살수이므로 둘 수 없습니다`],
  [/(\S+) would (?:bring|retake|restore)/, ([, point]) => `${point}에 두면 같은 국면이 되풀이되므로 둘 수 없습니다`],
  [/after the end|has ended/, () => "종국 뒤의 수입니다"],
  [/illegal move|cannot be played/, () => "둘 수 없는 수입니다"],
  [/expected Go\b/, () => "바둑 기보가 아닙니다"],
  [/too (?:large|long|many)/, () => "너무 큽니다"],
  [/handicap/, () => "이 바둑판에는 그 접바둑을 놓을 수 없습니다"],
  [/proof|solve|proven/, () => "이 규칙에서는 결과를 증명하지 않습니다"],
  [/SGF|record|diagram|expected/, () => "기보를 읽을 수 없습니다"],
];

/**
 * @param {string} message
 * @param {string} language
 */
export function errorWords(message, language) {
  if (language !== "ko" || /[가-힣]/.test(message)) return message;
  const [, line] = /\bline (\d+)/.exec(message) ?? [];
  const [, move] = /\bmove (\d+)/.exec(message) ?? [];
  const place = [line && `${line}째 줄`, move && `${move}수`].filter(Boolean).join(", ");
  for (const [form, words] of KOREAN) {
    const found = form.exec(message);
    if (found) return `${place && `${place}: `}${words(found)}.`;
  }
  return `${place && `${place}: `}할 수 없습니다.`;
}
