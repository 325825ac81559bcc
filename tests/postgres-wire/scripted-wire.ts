import { StatementInvalid } from '../../packages/runtime/src/statement/refuse-statement.ts';
import type { AnnouncedColumn, ConnectionSql, WireRows, WireStatement } from '../../packages/runtime/src/wire/wire.ts';

const column: AnnouncedColumn = { name: 'n', oid: 23, size: 4, modifier: -1 };

/** Result of a scripted statement: the numbers from 1 to a count, in pieces of a hundred. */
export interface ScriptedRun {
  taken: number;
  isEnded: boolean;
}

/**
 * SQL without a model, for tests of the protocol: `rows N` gives the numbers up to N, `slow` waits until it is cancelled,
 * and the words of transactions and cursors are read in their simplest forms.
 */
export class ScriptedWire implements ConnectionSql {
  readonly runs: ScriptedRun[] = [];

  async read(text: string): Promise<readonly WireStatement[]> {
    let start = 0;
    const statements: WireStatement[] = [];
    for (const part of text.split(';')) {
      const trimmed = part.trim();
      if (trimmed !== '') statements.push(statementOf(trimmed, start + part.indexOf(trimmed)));
      start += part.length + 1;
    }
    return statements;
  }

  async describe(statement: WireStatement) {
    if (statement.kind === 'refused') throw statement.error;
    const { text } = statement;
    const parameters = [...new Set(text.match(/\$\d+/g))].map(() => 25);
    return statement.kind === 'rows' ? { parameters, columns: [column] } : { parameters };
  }

  async rows(
    { text }: WireRows | Extract<WireStatement, { kind: 'copy' }>,
    { parameters, formats, framing }: Parameters<ConnectionSql['rows']>[1],
    _caller: unknown,
    signal: AbortSignal,
  ) {
    const first = parameters[0]?.bytes;
    const most = first ? Number(Buffer.from(first).toString()) : Number(/rows (\d+)/.exec(text)?.[1] ?? 0);
    const run: ScriptedRun = { taken: 0, isEnded: false };
    this.runs.push(run);
    async function* pieces() {
      try {
        if (text.startsWith('slow')) {
          await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
        }
        for (let from = 1; from <= most; from += 100) {
          signal.throwIfAborted();
          if (text.includes('break') && from > 100) throw new Error('a fault of the engine');
          const count = Math.min(100, most - from + 1);
          run.taken += count;
          yield Buffer.concat(Array.from({ length: count }, (_, index) => rowOf(from + index, framing)));
        }
      } finally {
        run.isEnded = true;
      }
    }
    return { columns: [column], formats: [formats[0] ?? 0], pieces: pieces() };
  }

  async change(): Promise<never> {
    throw new Error('scripts make nothing');
  }

  discardTemporary(): void {}

  explained(statement: WireRows): WireRows {
    return statement;
  }

  argumentsOf(statement: Extract<WireStatement, { kind: 'execute' }>) {
    return statement.arguments.map((one) => ({ bytes: one === null ? null : Buffer.from(one), isBinary: false }));
  }

  errorFields(error: unknown) {
    if (error instanceof StatementInvalid) return { code: '42601', message: error.message, position: 1 };
    return { code: 'XX000', message: 'Internal Error' };
  }
}

function rowOf(value: number, framing: string): Buffer {
  const text = Buffer.from(String(value));
  if (framing === 'rows') {
    const bytes = Buffer.alloc(11 + text.length);
    bytes.write('D', 0);
    bytes.writeInt32BE(10 + text.length, 1);
    bytes.writeInt16BE(1, 5);
    bytes.writeInt32BE(text.length, 7);
    text.copy(bytes, 11);
    return bytes;
  }
  const line = Buffer.from(`${value}\n`);
  const head = Buffer.alloc(5);
  head.write('d', 0);
  head.writeInt32BE(4 + line.length, 1);
  return Buffer.concat([head, line]);
}

function statementOf(text: string, start: number): WireStatement {
  const [first = '', second = '', third = ''] = text.split(/\s+/);
  const place = { text, start };
  const rows = (of: string): WireRows => ({
    kind: 'rows',
    text: of,
    start,
    source: { kind: 'show', name: of },
    tag: 'SELECT',
    parameterCount: 0,
  });
  switch (first.toLowerCase()) {
    case 'rows':
    case 'slow':
      return rows(text);
    case 'begin':
      return { ...place, kind: 'begin', modes: {}, tag: 'BEGIN' };
    case 'commit':
      return { ...place, kind: 'commit', andChain: false };
    case 'rollback':
      return second === 'to'
        ? { ...place, kind: 'rollback-to', name: third }
        : { ...place, kind: 'rollback', andChain: false };
    case 'savepoint':
      return { ...place, kind: 'savepoint', name: second };
    case 'release':
      return { ...place, kind: 'release', name: second };
    case 'set':
      return { ...place, kind: 'set', name: second, values: [third], isLocal: false, tag: 'SET' };
    case 'declare': {
      const flags = { isHeld: text.includes(' hold '), isBinary: text.includes(' binary '), isScroll: false };
      return { ...place, kind: 'declare', name: second, ...flags, rows: rows(text.slice(text.indexOf('for ') + 4)) };
    }
    case 'fetch':
    case 'move':
      return {
        ...place,
        kind: 'fetch',
        name: third,
        count: second === 'all' ? 'all' : Number(second),
        isMove: first === 'move',
      };
    case 'close':
      return second === 'all' ? { ...place, kind: 'close' } : { ...place, kind: 'close', name: second };
    case 'prepare':
      return {
        ...place,
        kind: 'prepare',
        name: second,
        types: [],
        statement: rows(text.slice(text.indexOf(' as ') + 4)),
      };
    case 'execute':
      return { ...place, kind: 'execute', name: second, arguments: third === '' ? [] : [third] };
    case 'deallocate':
      return second === 'all' ? { ...place, kind: 'deallocate' } : { ...place, kind: 'deallocate', name: second };
    case 'discard':
      return { ...place, kind: 'discard', what: 'all' };
    case 'copy':
      return { ...place, kind: 'copy', format: 'text', options: {}, rows: rows(text) };
    default:
      return {
        ...place,
        kind: 'refused',
        error: new StatementInvalid('SQL Parser Error', 'sql.syntax', `no ${first}`),
      };
  }
}
