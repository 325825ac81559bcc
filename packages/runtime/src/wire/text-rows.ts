const dataRow = 0x44; // D

/** DataRow messages of texts; the binary form of a text is the same. @param rows `null` is NULL */
export function textRows(rows: readonly (readonly (string | null)[])[]): Uint8Array {
  return dataRows(rows.map((cells) => cells.map((cell) => (cell === null ? null : Buffer.from(cell)))));
}

/** DataRow messages of values that have their form. */
export function dataRows(rows: readonly (readonly (Buffer | null)[])[]): Uint8Array {
  return Buffer.concat(rows.map(rowOf));
}

function rowOf(values: readonly (Buffer | null)[]): Buffer {
  const length = values.reduce((sum, value) => sum + 4 + (value?.length ?? 0), 6);
  const row = Buffer.allocUnsafe(length + 1);
  row[0] = dataRow;
  row.writeInt32BE(length, 1);
  row.writeInt16BE(values.length, 5);
  let at = 7;
  for (const value of values) {
    at = row.writeInt32BE(value?.length ?? -1, at);
    if (value) at += value.copy(row, at);
  }
  return row;
}

/** Number of rows in pieces of whole messages. */
export function countMessages(piece: Uint8Array): number {
  const view = new DataView(piece.buffer, piece.byteOffset, piece.byteLength);
  let count = 0;
  for (let at = 0; at + 5 <= piece.byteLength; count += 1) at += 1 + view.getInt32(at + 1);
  return count;
}

/** The values of DataRow messages. */
export function* cellsOf(piece: Uint8Array): Generator<(Buffer | null)[]> {
  const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
  for (let at = 0; at < bytes.length; at += 1 + bytes.readInt32BE(at + 1)) {
    const cells: (Buffer | null)[] = [];
    let cell = at + 7;
    for (let count = bytes.readInt16BE(at + 5); count > 0; count -= 1) {
      const length = bytes.readInt32BE(cell);
      cell += 4;
      cells.push(length < 0 ? null : bytes.subarray(cell, cell + length));
      cell += Math.max(length, 0);
    }
    yield cells;
  }
}
