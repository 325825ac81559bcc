import { bytesText } from './bytes-text.ts';
import { intervalText } from './interval-text.ts';

/** The JSON of an element. */
type ElementText = (text: string) => string;

/**
 * Converts an array (`{1,NULL,"a b"}`) to JSON, with its elements as in lists of DuckDB: small integers, doubles and
 * booleans unquoted, all others as texts.
 */
export function arrayText(element: ElementText): (text: string) => string {
  return (text) => {
    // Bounds that do not start at 1 are written in front: `[0:1]={1,2}`.
    const reader = new ArrayReader(text, text.indexOf('{'), element);
    return reader.read();
  };
}

const asText: ElementText = JSON.stringify;
const asNumber: ElementText = (text) => {
  const value = Number(text);
  return JSON.stringify(Number.isFinite(value) ? value : text);
};
const asBoolean: ElementText = (text) => String(text === 't');

/** Decoders of elements by the object id of the array's type. */
export const ELEMENTS: ReadonlyMap<number, ElementText> = new Map([
  [199, asText], // json
  [1000, asBoolean],
  [1001, (text) => asText(bytesText(text))],
  [1003, asText], // name
  [1005, asNumber], // smallint
  [1007, asNumber], // integer
  [1009, asText], // text
  [1014, asText], // char
  [1015, asText], // varchar
  [1016, asText], // bigint
  [1021, asNumber], // real
  [1022, asNumber], // double precision
  [1115, asText], // timestamp
  [1182, asText], // date
  [1183, asText], // time
  [1185, asText], // timestamptz
  [1187, intervalText],
  [1231, asText], // numeric
  [1270, asText], // timetz
  [2951, asText], // uuid
  [3807, asText], // jsonb
]);

/** Reads the array that starts at a `{`. https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO */
class ArrayReader {
  readonly #text: string;
  readonly #element: ElementText;
  #at: number;

  constructor(text: string, at: number, element: ElementText) {
    this.#text = text;
    this.#at = at;
    this.#element = element;
  }

  read(): string {
    this.#at += 1; // the brace
    const items: string[] = [];
    while (this.#text[this.#at] !== '}' && this.#at < this.#text.length) {
      items.push(this.#item());
      if (this.#text[this.#at] === ',') this.#at += 1;
    }
    this.#at += 1;
    return `[${items.join(',')}]`;
  }

  #item(): string {
    const first = this.#text[this.#at];
    if (first === '{') return this.read();
    if (first === '"') return this.#element(this.#quoted());
    const start = this.#at;
    while (this.#at < this.#text.length && !',}'.includes(this.#text[this.#at] ?? '')) this.#at += 1;
    const bare = this.#text.slice(start, this.#at);
    return bare === 'NULL' ? 'null' : this.#element(bare);
  }

  #quoted(): string {
    let value = '';
    this.#at += 1;
    while (this.#at < this.#text.length && this.#text[this.#at] !== '"') {
      if (this.#text[this.#at] === '\\') this.#at += 1;
      value += this.#text[this.#at] ?? '';
      this.#at += 1;
    }
    this.#at += 1;
    return value;
  }
}
