import type { ResponseFormat } from '@orrery/contract';

const encoder = new TextEncoder();

/** The JSON of `data` of an answer without rows, in which clients get no member names. */
export function emptyRows(format: ResponseFormat): Uint8Array<ArrayBuffer> {
  switch (format) {
    case 'default':
      return encoder.encode('[]');
    case 'compact':
      return encoder.encode('{"members":[],"dataset":[]}');
    case 'columnar':
      return encoder.encode('{"members":[],"columns":[]}');
  }
}
