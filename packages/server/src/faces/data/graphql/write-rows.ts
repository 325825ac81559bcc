import { civilToInstant, type Civil, parseZone, utc, type Zone } from '@orrery/semantic';
import type { AnswerNode, WriteRequest } from './graphql-messages.ts';

/** Rows as `compact` has them. */
interface CompactRows {
  readonly members: readonly string[];
  readonly dataset: readonly (readonly unknown[])[];
}

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const reading = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$/;

type Write = (row: readonly unknown[]) => string;

/** Writes rows as the JSON of a list of objects of the form that was asked for. Numbers keep all their digits. */
export function writeAnswer({ data, row, timezone }: Omit<WriteRequest, 'kind'>): string {
  const rows = JSON.parse(Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString()) as CompactRows; // of an engine
  return writeRows(rows, row, parseZone(timezone) ?? utc);
}

/** @param zone of the query, in which its times are read */
function writeRows({ members, dataset }: CompactRows, nodes: readonly AnswerNode[], zone: Zone): string {
  const columns = new Map(members.map((name, index) => [name, index]));
  const instants = new Map<string, string>();
  const instantOf = (text: string) => {
    const known = instants.get(text);
    if (known !== undefined) return known;
    const found = reading.test(text) ? new Date(civilToInstant(zone, text as Civil, 'from')).toISOString() : text;
    instants.set(text, found);
    return found;
  };
  const valueOf = (value: unknown, as: 'number' | 'text' | 'instant'): string => {
    if (value === null || value === undefined) return 'null';
    const text = String(value);
    if (as === 'number') return number.test(text) ? text : 'null'; // JSON has no word for what is no number
    return JSON.stringify(as === 'instant' ? instantOf(text) : text);
  };
  const writeOf = (node: AnswerNode): Write => {
    switch (node.kind) {
      case 'typename': {
        const text = JSON.stringify(node.name);
        return () => text;
      }
      case 'value': {
        const index = columns.get(node.column);
        if (index === undefined) throw new Error(`the answer has no column ${node.column}`);
        return (row) => valueOf(row[index], node.as);
      }
      case 'object':
        return writeObject(node.fields);
    }
  };
  const writeObject = (fields: readonly AnswerNode[]): Write => {
    const written = fields.map((field) => ({ name: `${JSON.stringify(field.key)}:`, write: writeOf(field) }));
    return (row) => `{${written.map(({ name, write }) => name + write(row)).join(',')}}`;
  };
  const writeRow = writeObject(nodes);
  return `[${dataset.map(writeRow).join(',')}]`;
}
