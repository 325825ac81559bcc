type PostgresValue = string | boolean | null;

/** A row as the driver delivers it: the text of each value. */
export type TextRow = readonly (string | null)[];

/** The values of one column over all `rows`. */
type DecodeColumn = (rows: readonly TextRow[], column: number) => readonly PostgresValue[];

export const decodeTexts: DecodeColumn = (rows, column) => {
  const values = new Array<PostgresValue>(rows.length);
  for (let row = 0; row < rows.length; row += 1) values[row] = rows[row]?.[column] ?? null;
  return values;
};

export const decodeBooleans: DecodeColumn = decodeWith((text) => text === 't');

/** Builds a decoder from a function that decodes one text; NULLs stay. */
export function decodeWith(read: (text: string) => PostgresValue): DecodeColumn {
  return (rows, column) => {
    const values = new Array<PostgresValue>(rows.length);
    for (let row = 0; row < rows.length; row += 1) {
      const text = rows[row]?.[column] ?? null;
      values[row] = text === null ? null : read(text);
    }
    return values;
  };
}
