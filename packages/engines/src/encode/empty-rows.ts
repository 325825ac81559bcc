import type { RowEncoding } from './row-encoding.ts';

const encoder = new TextEncoder();

/** `data` of an answer without rows, in which clients get no member names. */
export function emptyRows(format: RowEncoding['format']): Uint8Array<ArrayBuffer> {
  switch (format) {
    case 'default':
      return encoder.encode('[]');
    case 'compact':
      return encoder.encode('{"members":[],"dataset":[]}');
    case 'columnar':
      return encoder.encode('{"members":[],"columns":[]}');
    case 'lines':
      return encoder.encode('{"data":[]}\n');
    case 'wire':
      return new Uint8Array(0);
  }
}
