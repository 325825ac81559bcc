import type { ResponseFormat } from '@orrery/contract';

/** The JSON of `data` where there are no rows: clients get no member names then. */
export function emptyRows(format: ResponseFormat): Buffer {
  switch (format) {
    case 'default':
      return Buffer.from('[]');
    case 'compact':
      return Buffer.from('{"members":[],"dataset":[]}');
    case 'columnar':
      return Buffer.from('{"members":[],"columns":[]}');
  }
}
