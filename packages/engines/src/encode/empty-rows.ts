import type { ResponseFormat } from '@orrery/contract';

const encoder = new TextEncoder();

/** The JSON of `data` where there are no rows: clients get no member names then. */
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
