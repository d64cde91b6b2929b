/**
 * Points by their names in GTP: `A1` to `T19`, without I.
 */

const COLUMNS = "ABCDEFGHJKLMNOPQRST";

/**
 * The name of the point at a column and row, both from 0; row 0 is the lowest line.
 * @param {number} column
 * @param {number} row
 */
export function vertex(column, row) {
  return `${COLUMNS[column]}${row + 1}`;
}

/**
 * Column and row of a point, from 0; null for `pass` and every other text that is not a point.
 * @param {string} name
 * @returns {[number, number] | null}
 */
export function place(name) {
  const found = /^([A-HJ-T])([1-9]|1[0-9])$/.exec(name.toUpperCase());
  return found ? [COLUMNS.indexOf(found[1]), Number(found[2]) - 1] : null;
}

/**
 * The letter of a column.
 * @param {number} column
 */
export function columnName(column) {
  return COLUMNS[column];
}

/**
 * The sign of a point in rows from the highest line down.
 * @param {string[]} rows
 * @param {string} name
 */
export function signAt(rows, name) {
  const found = place(name);
  return found ? (rows[rows.length - 1 - found[1]]?.[found[0]] ?? "") : "";
}

/**
 * Every point of rows from the highest line down, with its sign.
 * @param {string[]} rows
 * @returns {[string, string][]}
 */
export function signs(rows) {
  return rows.flatMap((row, index) =>
    Array.from(row, (sign, column) => /** @type {[string, string]} */ ([vertex(column, rows.length - 1 - index), sign])),
  );
}

/**
 * The star points of a board.
 * @param {number} size
 * @returns {string[]}
 */
export function stars(size) {
  const edge = size < 13 ? 2 : 3;
  const middle = (size - 1) / 2;
  const far = size - 1 - edge;
  /** @type {[number, number][]} */
  const found = [];
  if (size >= 7) found.push([edge, edge], [edge, far], [far, edge], [far, far]);
  if (size % 2 === 1) found.push([middle, middle]);
  if (size % 2 === 1 && size >= 15) found.push([edge, middle], [far, middle], [middle, edge], [middle, far]);
  return found.map(([column, row]) => vertex(column, row));
}

/**
 * The other colour.
 * @param {Color} color
 * @returns {Color}
 */
export function opponent(color) {
  return color === "black" ? "white" : "black";
}

/** @typedef {"black" | "white"} Color */
