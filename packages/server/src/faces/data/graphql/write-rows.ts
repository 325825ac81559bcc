import { civilToInstant, type Civil, parseZone, utc, type Zone } from '@orrery/semantic';
import type { AnswerNode, WriteRequest, WriteOutcome } from './graphql-messages.ts';

/** Rows as `compact` has them. */
interface CompactTable {
  readonly members: readonly string[];
  readonly dataset: readonly (readonly unknown[])[];
}

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const reading = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$/;
/** Characters that are put together before they become bytes. */
const pieceLength = 64 * 1024;

type Write = (row: readonly unknown[]) => void;

/** Why rows are not written. */
class Unwritten extends Error {
  readonly outcome: Exclude<WriteOutcome, { kind: 'written' }>;

  constructor(outcome: Unwritten['outcome']) {
    super(outcome.kind);
    this.outcome = outcome;
  }
}

/**
 * Writes rows as the JSON of a list of objects of the form that was asked for, and stops where it is too long. Numbers
 * keep all their digits.
 */
export function writeAnswer({ data, row, timezone, mostBytes }: WriteRequest): WriteOutcome {
  const rows = JSON.parse(Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString()) as CompactTable; // of an engine
  const json = new BoundedText(mostBytes);
  try {
    writeRows(rows, row, parseZone(timezone) ?? utc, json);
    return { kind: 'written', json: json.bytes() };
  } catch (error) {
    if (error instanceof Unwritten) return error.outcome;
    throw error;
  }
}

/** Collects text, and counts its bytes. */
class BoundedText {
  readonly #most: number;
  readonly #pieces: Buffer[] = [];
  #text = '';
  #bytes = 0;

  constructor(most: number) {
    this.#most = most;
  }

  add(text: string): void {
    this.#text += text;
    if (this.#text.length >= pieceLength) this.#flush();
  }

  bytes(): Uint8Array<ArrayBuffer> {
    this.#flush();
    return new Uint8Array(Buffer.concat(this.#pieces));
  }

  #flush(): void {
    const piece = Buffer.from(this.#text);
    this.#text = '';
    this.#bytes += piece.byteLength;
    if (this.#bytes > this.#most) throw new Unwritten({ kind: 'too-large' });
    this.#pieces.push(piece);
  }
}

/** @param zone of the query, in which its times are read */
function writeRows(
  { members, dataset }: CompactTable,
  nodes: readonly AnswerNode[],
  zone: Zone,
  json: BoundedText,
): void {
  // An answer without rows names no columns.
  if (dataset.length === 0) return json.add('[]');
  const columns = new Map(members.map((name, index) => [name, index]));
  const instants = new Map<string, string>();
  const instantOf = (text: string) => {
    const known = instants.get(text);
    if (known !== undefined) return known;
    const found = reading.test(text) ? new Date(civilToInstant(zone, text as Civil, 'from')).toISOString() : text;
    instants.set(text, found);
    return found;
  };
  const valueOf = (value: unknown, { as, column }: ValueNode): string => {
    if (value === null || value === undefined) return 'null';
    const text = String(value);
    if (as === 'number') {
      if (!number.test(text)) throw new Unwritten({ kind: 'no-number', member: column });
      return text;
    }
    return JSON.stringify(as === 'instant' ? instantOf(text) : text);
  };
  const writeOf = (node: AnswerNode): Write => {
    switch (node.kind) {
      case 'typename': {
        const text = JSON.stringify(node.name);
        return () => json.add(text);
      }
      case 'value': {
        const index = columns.get(node.column);
        if (index === undefined) throw new Error(`the answer has no column ${node.column}`);
        return (row) => json.add(valueOf(row[index], node));
      }
      case 'object':
        return writeObject(node.fields);
    }
  };
  const writeObject = (fields: readonly AnswerNode[]): Write => {
    const written = fields.map((field, index) => ({
      name: `${index === 0 ? '' : ','}${JSON.stringify(field.key)}:`,
      write: writeOf(field),
    }));
    return (row) => {
      json.add('{');
      for (const { name, write } of written) {
        json.add(name);
        write(row);
      }
      json.add('}');
    };
  };
  const writeRow = writeObject(nodes);
  json.add('[');
  for (const [index, row] of dataset.entries()) {
    if (index > 0) json.add(',');
    writeRow(row);
  }
  json.add(']');
}

type ValueNode = Extract<AnswerNode, { kind: 'value' }>;
