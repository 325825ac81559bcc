import type { AnnouncedColumn, WireCopyOptions } from '@orrery/runtime';
import { serverMessages } from '../protocol/server-messages.ts';
import type { MessageSink } from './row-run.ts';

type CopyFormat = 'text' | 'csv' | 'binary';

/** Signature, flags, and the length of an extension that is not there. */
const binaryHead = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const binaryTail = Buffer.from([0xff, 0xff]);

/** Writes the rows of a COPY with the head and the tail of its format. */
export class CopyOut {
  readonly #format: CopyFormat;
  readonly #sink: MessageSink;
  #isBegun = false;

  constructor(format: CopyFormat, sink: MessageSink) {
    this.#format = format;
    this.#sink = sink;
  }

  /** Writes the line of names, where the options ask for one. */
  async head(columns: readonly AnnouncedColumn[], options: WireCopyOptions): Promise<void> {
    if (this.#format === 'binary' || options.hasHeader !== true) return;
    const write = this.#format === 'csv' ? csvName : textName;
    const delimiter = options.delimiter ?? (this.#format === 'csv' ? ',' : '\t');
    const line = columns.map(({ name }) => write(name, delimiter, options)).join(delimiter);
    await this.#sink(serverMessages.copyData(Buffer.from(`${line}\n`)));
  }

  /** The head of the binary form is in the message of the first row, as clients expect it. */
  async rows(messages: Uint8Array): Promise<void> {
    if (this.#format !== 'binary' || this.#isBegun) return this.#sink(messages);
    this.#isBegun = true;
    const view = new DataView(messages.buffer, messages.byteOffset, messages.byteLength);
    const length = view.getUint32(1);
    await this.#sink(serverMessages.copyData(Buffer.concat([binaryHead, messages.subarray(5, length + 1)])));
    if (messages.byteLength > length + 1) await this.#sink(messages.subarray(length + 1));
  }

  async tail(): Promise<void> {
    if (this.#format !== 'binary') return;
    const bytes = this.#isBegun ? binaryTail : Buffer.concat([binaryHead, binaryTail]);
    await this.#sink(serverMessages.copyData(bytes));
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
