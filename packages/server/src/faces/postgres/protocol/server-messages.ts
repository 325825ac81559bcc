import type { AnnouncedColumn } from '@orrery/runtime';

/** Fields of an ErrorResponse or a NoticeResponse. */
export interface FailureReport {
  readonly severity: 'ERROR' | 'FATAL' | 'WARNING' | 'NOTICE';
  /** SQLSTATE. */
  readonly code: string;
  readonly message: string;
  readonly hint?: string | undefined;
  /** Characters of the text, from 1. */
  readonly position?: number | undefined;
}

/** I: idle. T: in a transaction. E: in a transaction that failed. */
export type TransactionStatus = 'I' | 'T' | 'E';

const zero = Buffer.alloc(1);
const textOf = (value: string) => Buffer.concat([Buffer.from(value.replaceAll('\0', ' '), 'utf8'), zero]);

function int16(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

function int32(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
}

function message(type: string, ...parts: readonly Uint8Array[]): Buffer {
  const size = parts.reduce((sum, part) => sum + part.length, 0);
  const head = Buffer.allocUnsafe(5);
  head.write(type, 0, 'latin1');
  head.writeUInt32BE(size + 4, 1);
  return Buffer.concat([head, ...parts], size + 5);
}

const newestProtocol = 0x0003_0000;

/** Messages that the server sends, each whole. */
export const serverMessages = {
  askPassword: message('R', int32(3)),
  askSasl: (mechanisms: readonly string[]) => message('R', int32(10), ...mechanisms.map(textOf), zero),
  continueSasl: (text: string) => message('R', int32(11), Buffer.from(text, 'utf8')),
  finishSasl: (text: string) => message('R', int32(12), Buffer.from(text, 'utf8')),
  authenticated: message('R', int32(0)),
  parseComplete: message('1'),
  bindComplete: message('2'),
  closeComplete: message('3'),
  noData: message('n'),
  portalSuspended: message('s'),
  emptyQuery: message('I'),
  copyDone: message('c'),

  negotiateVersion: (options: readonly string[]) =>
    message('v', int32(newestProtocol), int32(options.length), ...options.map(textOf)),

  parameterStatus: (name: string, value: string) => message('S', textOf(name), textOf(value)),

  backendKey: (processId: number, secret: Uint8Array) => message('K', int32(processId), secret),

  ready: (status: TransactionStatus) => message('Z', Buffer.from(status, 'latin1')),

  commandComplete: (tag: string) => message('C', textOf(tag)),

  parameterDescription: (types: readonly number[]) => message('t', int16(types.length), ...types.map(int32)),

  /** The table of a column is not named: psqlODBC would ask for each. */
  rowDescription: (columns: readonly AnnouncedColumn[], formats: readonly (0 | 1)[]) =>
    message(
      'T',
      int16(columns.length),
      ...columns.flatMap(({ name, oid, size, modifier }, index) => [
        textOf(name),
        ...[int32(0), int16(0), int32(oid), int16(size & 0xffff), int32(modifier)],
        int16(formats[index] ?? 0),
      ]),
    ),

  copyOut: (isBinary: boolean, columns: number) => {
    const format = isBinary ? 1 : 0;
    return message('H', Buffer.of(format), int16(columns), ...Array.from({ length: columns }, () => int16(format)));
  },

  copyData: (bytes: Uint8Array) => message('d', bytes),

  report: ({ severity, code, message: words, hint, position }: FailureReport) => {
    const field = (letter: string, value: string) => Buffer.concat([Buffer.from(letter, 'latin1'), textOf(value)]);
    return message(
      severity === 'ERROR' || severity === 'FATAL' ? 'E' : 'N',
      field('S', severity),
      field('V', severity),
      field('C', code),
      field('M', words),
      ...(hint === undefined ? [] : [field('H', hint)]),
      ...(position === undefined ? [] : [field('P', String(position))]),
      zero,
    );
  },
};
