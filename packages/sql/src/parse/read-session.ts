import type { InnerText, SessionStatement, WrittenModes, WrittenOption } from '../syntax/index.ts';
import { type NodeFields, fieldsOf, kindOf, listOf, namesOf, numberOf, type ParseContext, textOf } from './reading.ts';
import { readType } from './read-type.ts';
import type { StatementText } from './source.ts';

/** A node of a statement of a session, and the tokens that it stands between. */
export interface SessionPart {
  readonly kind: string;
  readonly fields: NodeFields;
  readonly from: number;
  readonly to: number;
}

/** Reads a statement that works on the session of a connection; undefined for any other one. */
export function readSession(reading: ParseContext, part: SessionPart): SessionStatement | undefined {
  const { kind, fields, from, to } = part;
  const { source } = reading;
  switch (kind) {
    case 'TransactionStmt':
      return readTransaction(fields);
    case 'DeclareCursorStmt': {
      const options = numberOf(fields['options']);
      return {
        kind: 'declare',
        name: textOf(fields['portalname']),
        isBinary: (options & cursorOptions.binary) !== 0,
        isScroll: (options & cursorOptions.scroll) !== 0,
        isHeld: (options & cursorOptions.hold) !== 0,
        // FOR of the statement itself; the name of the cursor may be any word.
        inner: innerText(source, source.find(new Set(['for']), from + 2, to) + 1, to),
      };
    }
    case 'FetchStmt':
      return readFetch(fields);
    case 'ClosePortalStmt':
      return { kind: 'close', ...named(fields['portalname']) };
    case 'DeallocateStmt':
      return { kind: 'deallocate', ...named(fields['name']) };
    case 'PrepareStmt': {
      const types = listOf(fields['argtypes']).map((node) => {
        const { names, dimensions } = readType(reading, fieldsOf(node['TypeName']), source.at(from));
        return `${names.at(-1) ?? ''}${dimensions > 0 ? '[]' : ''}`;
      });
      const opening = from + 2;
      const as = types.length > 0 ? source.behind(opening) : opening;
      return { kind: 'prepare', name: textOf(fields['name']), types, inner: innerText(source, as + 1, to) };
    }
    case 'ExecuteStmt':
      return readExecute(fields);
    case 'DiscardStmt':
      return { kind: 'discard', what: discarded[textOf(fields['target'])] ?? 'all' };
    case 'UnlistenStmt':
      return { kind: 'unlisten' };
    case 'CopyStmt':
      return readCopy(source, part);
    default:
      return undefined;
  }
}

/** Bits of a cursor's options. */
const cursorOptions = { binary: 1, scroll: 2, hold: 32 } as const;

const discarded: Readonly<Record<string, 'all' | 'plans' | 'sequences' | 'temp'>> = {
  DISCARD_ALL: 'all',
  DISCARD_PLANS: 'plans',
  DISCARD_SEQUENCES: 'sequences',
  DISCARD_TEMP: 'temp',
};

/** Stands for ALL. */
const allRows = 2_147_483_647;

function named(name: unknown): { readonly name?: string } {
  return typeof name === 'string' ? { name } : {};
}

export function innerText(source: StatementText, from: number, to: number): InnerText {
  const start = source.at(from);
  const end = source.tokens[to - 1]?.end ?? start;
  return { text: source.text.slice(start, Math.max(end, start)), start };
}

function readTransaction(fields: NodeFields): SessionStatement | undefined {
  const name = textOf(fields['savepoint_name']);
  const andChain = fields['chain'] === true;
  switch (fields['kind']) {
    case 'TRANS_STMT_BEGIN':
      return { kind: 'begin', modes: readModes(fields['options']), tag: 'BEGIN' };
    case 'TRANS_STMT_START':
      return { kind: 'begin', modes: readModes(fields['options']), tag: 'START TRANSACTION' };
    case 'TRANS_STMT_COMMIT':
      return { kind: 'commit', andChain };
    case 'TRANS_STMT_ROLLBACK':
      return { kind: 'rollback', andChain };
    case 'TRANS_STMT_SAVEPOINT':
      return { kind: 'savepoint', name };
    case 'TRANS_STMT_RELEASE':
      return { kind: 'release', name };
    case 'TRANS_STMT_ROLLBACK_TO':
      return { kind: 'rollback-to', name };
    default:
      return undefined; // of two phases
  }
}

/** SET TRANSACTION, and SET SESSION CHARACTERISTICS. */
export function readTransactionModes(fields: NodeFields): SessionStatement {
  const isForSession = fields['name'] === 'SESSION CHARACTERISTICS';
  return { kind: 'set-transaction', isForSession, modes: readModes(fields['args']) };
}

function readModes(options: unknown): WrittenModes {
  const values = new Map(
    listOf(options).map((node) => {
      const { defname, arg } = fieldsOf(node['DefElem']);
      return [textOf(defname), constantOf(fieldsOf(arg)) ?? ''];
    }),
  );
  const [isolation, readOnly, deferrable] = ['isolation', 'read_only', 'deferrable'].map((name) =>
    values.get(`transaction_${name}`),
  );
  return {
    ...(isolation === undefined ? {} : { isolation }),
    ...(readOnly === undefined ? {} : { isReadOnly: readOnly === '1' }),
    ...(deferrable === undefined ? {} : { isDeferrable: deferrable === '1' }),
  };
}

/** @returns the text of a constant; null for NULL, undefined for anything else */
function constantOf(node: NodeFields): string | null | undefined {
  const [kind, fields] = kindOf(node);
  if (kind === 'TypeCast') return constantOf(fieldsOf(fields['arg']));
  if (kind !== 'A_Const') return undefined;
  if (fields['isnull'] === true) return null;
  if ('sval' in fields) return textOf(fieldsOf(fields['sval'])['sval']);
  if ('fval' in fields) return textOf(fieldsOf(fields['fval'])['fval']);
  if ('boolval' in fields) return String(fieldsOf(fields['boolval'])['boolval'] === true);
  return 'ival' in fields ? String(fieldsOf(fields['ival'])['ival'] ?? 0) : undefined;
}

function readFetch(fields: NodeFields): SessionStatement {
  const count = numberOf(fields['howMany']);
  const isForward = fields['direction'] === 'FETCH_FORWARD' && count >= 0;
  return {
    kind: 'fetch',
    name: textOf(fields['portalname']),
    count: count === allRows ? 'all' : count,
    isMove: fields['ismove'] === true,
    isForward,
  };
}

function readExecute(fields: NodeFields): Extract<SessionStatement, { kind: 'execute' }> {
  return { kind: 'execute', name: textOf(fields['name']), arguments: listOf(fields['params']).map(constantOf) };
}

/** @returns options as they are written, with the texts of their values */
export function readOptions(source: StatementText, options: unknown): readonly WrittenOption[] {
  return listOf(options).map((node): WrittenOption => {
    const option = fieldsOf(node['DefElem']);
    const [kind, value] = kindOf(fieldsOf(option['arg']));
    const at = option['location'];
    return {
      name: textOf(option['defname']).toLowerCase(),
      values:
        kind === 'List' ? namesOf(value['items']) : kind === '' || kind === 'A_Star' ? [] : [valueOf(kind, value)],
      isStar: kind === 'A_Star',
      position: typeof at === 'number' && at >= 0 ? source.offset(at) : 0,
    };
  });
}

function valueOf(kind: string, value: NodeFields): string {
  switch (kind) {
    case 'Boolean':
      return String(value['boolval'] === true);
    case 'Integer':
      return String(value['ival'] ?? 0);
    case 'Float':
      return textOf(value['fval']);
    case 'TypeName':
      return namesOf(value['names']).at(-1) ?? '';
    default:
      return textOf(value['sval']);
  }
}

function readCopy(source: StatementText, { fields, from, to }: SessionPart): SessionStatement {
  const options = readOptions(source, fields['options']);
  const refused = refusalOfCopy(fields);
  if (refused !== undefined) return { kind: 'copy', options, refused };
  const first = source.word(from + 1) === 'binary' ? from + 2 : from + 1; // COPY BINARY t
  if (source.word(first) === '(')
    return { kind: 'copy', options, inner: innerText(source, first + 1, source.behind(first) - 1) };
  let end = first;
  while (end < to && source.word(end) !== '(' && source.word(end) !== 'to') end += 1;
  const table = innerText(source, first, end).text;
  const columns = source.word(end) === '(' ? innerText(source, end + 1, source.behind(end) - 1).text : '*';
  return { kind: 'copy', options, inner: { text: `SELECT ${columns} FROM ${table}`, start: -1 } };
}

function refusalOfCopy(fields: NodeFields): string | undefined {
  if (fields['is_from'] === true) return 'COPY FROM';
  if (fields['is_program'] === true) return 'COPY TO PROGRAM';
  if (fields['filename'] !== undefined) return 'COPY TO a file';
  return undefined;
}
