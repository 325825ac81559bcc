import type { AnnouncedColumn, WireCopyOptions } from '@orrery/runtime';
import { serverMessages } from '../protocol/server-messages.ts';

type CopyFormat = 'text' | 'csv' | 'binary';

/** Signature, flags, and the length of an extension that is not there. */
const binaryHead = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const binaryTail = Buffer.from([0xff, 0xff]);

/** Makes the messages of a COPY: its rows, with the head and the tail of its format. */
export class CopyOut {
  readonly #format: CopyFormat;
  #isBegun = false;

  constructor(format: CopyFormat) {
    this.#format = format;
  }

  /** Makes the line of names; undefined: the options ask for none. */
  head(columns: readonly AnnouncedColumn[], options: WireCopyOptions): Uint8Array | undefined {
    if (this.#format === 'binary' || options.hasHeader !== true) return undefined;
    const write = this.#format === 'csv' ? csvName : textName;
    const delimiter = options.delimiter ?? (this.#format === 'csv' ? ',' : '\t');
    const line = columns.map(({ name }) => write(name, delimiter, options)).join(delimiter);
    return serverMessages.copyData(Buffer.from(`${line}\n`));
  }

  /** The head of the binary form is in the message of the first row, as clients expect it. */
  rows(messages: Uint8Array): Uint8Array {
    if (this.#format !== 'binary' || this.#isBegun) return messages;
    this.#isBegun = true;
    const view = new DataView(messages.buffer, messages.byteOffset, messages.byteLength);
    const length = view.getUint32(1);
    const first = serverMessages.copyData(Buffer.concat([binaryHead, messages.subarray(5, length + 1)]));
    return Buffer.concat([first, messages.subarray(length + 1)]);
  }

  /** Undefined: the format has none. */
  tail(): Uint8Array | undefined {
    if (this.#format !== 'binary') return undefined;
    return serverMessages.copyData(this.#isBegun ? binaryTail : Buffer.concat([binaryHead, binaryTail]));
  }
}

function csvName(name: string, delimiter: string, { quote = '"', escape = quote }: WireCopyOptions): string {
  const isPlain = ![delimiter, quote, '\n', '\r'].some((special) => name.includes(special));
  if (isPlain && name !== '') return name;
  const inside = [...name].map((one) => (one === quote || one === escape ? escape + one : one));
  return `${quote}${inside.join('')}${quote}`;
}

const textEscapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function textName(name: string, delimiter: string): string {
  return [...name].map((one) => textEscapes[one] ?? (one === delimiter ? `\\${one}` : one)).join('');
}
