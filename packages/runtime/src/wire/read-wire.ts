import { wireParts } from '@orrery/sql';
import type { Statements } from '../statement/index.ts';
import { characterAt, StatementInvalid } from '../statement/index.ts';
import { refusedWire, unsupported, type WirePlace } from './refuse-wire.ts';
import { copyOf } from './read-copy.ts';
import type { ReadSession, ReadSql } from './sql-statement.ts';
import { explainShape } from './read-explain.ts';
import type { IsolationLevel, RowsSource, TransactionModes, WireRows, WireStatement } from './wire.ts';

type TextReader = Pick<Statements, 'parse'>;
/** Levels of PREPARE in each other; EXPLAIN and DECLARE stand in them, too. */
const mostInside = 4;
/** Statements of one text. */
const mostStatements = 10_000;

/** Reads all statements of a text, each to its own text. @throws StatementInvalid for wrong syntax */
export async function readAll(text: string, reader: TextReader): Promise<readonly WireStatement[]> {
  return readInside(text, 0, reader, 0);
}

async function readInside(
  text: string,
  start: number,
  reader: TextReader,
  level: number,
): Promise<readonly WireStatement[]> {
  const statements = await parsed(text, reader);
  const [only, ...others] = statements;
  if (!only) return [];
  if (others.length === 0 && only.start === 0) return [await wireOf(only, text, start, reader, level)];
  if (statements.length > mostStatements) {
    throw new StatementInvalid('User Error', 'sql.limit', `A text may have ${mostStatements} statements`);
  }
  const read: WireStatement[] = [];
  for (const one of statements) {
    // A statement has its own text, so that an equal one is known again wherever it stands.
    const own = text.slice(one.start, one.end);
    const [again] = await parsed(own, reader);
    if (again) read.push(await wireOf(again, own, start + one.start, reader, level));
  }
  return read;
}

async function parsed(text: string, reader: TextReader): Promise<readonly ReadSql[]> {
  const found = await reader.parse(text);
  if (found.kind === 'parsed') return found.statements;
  const { kind, code, message, position } = found.refusal;
  throw new StatementInvalid(
    kind,
    code,
    message,
    { message: message.split('\n', 1)[0] ?? message },
    characterAt(text, position),
  );
}

async function wireOf(
  statement: ReadSql,
  text: string,
  start: number,
  reader: TextReader,
  level: number,
): Promise<WireStatement> {
  const own = { text, start };
  const inside = async (inner: { readonly text: string; readonly start: number }): Promise<WireStatement> => {
    if (level >= mostInside) throw unsupported('statements within statements');
    const [found] = await readInside(inner.text, inner.start < 0 ? start : start + inner.start, reader, level + 1);
    return found ?? refusedWire(own, unsupported('an empty statement'));
  };
  switch (statement.kind) {
    case 'select': {
      const { into } = statement;
      if (into && !into.isTemporary) {
        const message = 'only TEMPORARY TABLE is supported for SELECT INTO';
        return refusedWire(own, new StatementInvalid('Unsupported Error', 'sql.statement', message));
      }
      if (into) return createOf(own, { ...into, what: 'table', tag: 'SELECT', columns: [], ...plainCreate }, inside);
      const { select, parameterCount } = statement;
      return rowsOf(own, { kind: 'select', select }, 'SELECT', parameterCount);
    }
    case 'show':
      return rowsOf(own, { kind: 'show', name: statement.name }, 'SHOW');
    case 'explain': {
      const shape = explainShape(statement.options);
      if (shape instanceof StatementInvalid) return refusedWire(own, shape);
      const of = await inside(statement.inner);
      if (of.kind === 'execute') {
        return rowsOf(own, { kind: 'explain-execute', name: of.name, arguments: of.arguments, shape }, 'EXPLAIN');
      }
      const explained = of.kind === 'declare' ? of.rows : of;
      if (explained.kind === 'refused') return explained;
      if (explained.kind !== 'rows' || explained.source.kind !== 'select')
        return refusedWire(own, unsupported('EXPLAIN'));
      return rowsOf(own, { kind: 'explain', of: explained, shape }, 'EXPLAIN', explained.parameterCount);
    }
    case 'set':
      return setOf(own, statement);
    case 'other':
      return refusedWire(own, unsupported(statement.name));
    case 'session':
      return sessionOf(own, statement.statement, inside);
  }
}

function rowsOf(own: WirePlace, source: RowsSource, tag: WireRows['tag'], parameterCount = 0): WireRows {
  return { ...own, kind: 'rows', source, tag, parameterCount };
}

function setOf(own: WirePlace, { name, values, isLocal, isReset }: ReadSql & { readonly kind: 'set' }): WireStatement {
  const tag = isReset ? 'RESET' : 'SET';
  const folded = name.toLowerCase();
  const words = own.text.toLowerCase().split(/\s+/);
  if (folded === 'timezone' && words[1] === 'time' && words.at(-1)?.replace(';', '') === 'local') {
    const message = 'SET TIME ZONE is not supported with LOCAL, omit or use SESSION';
    return refusedWire(own, new StatementInvalid('User Error', 'sql.setting-value', message));
  }
  if (isReset && folded === 'all') return { ...own, kind: 'reset-all' };
  if (folded === 'user' || folded === 'role' || folded === 'session_authorization') {
    const [user] = values ?? [];
    const isNone =
      user === undefined || (folded === 'role' && user.toLowerCase() === 'none') || isDefaultWord(own, user);
    return { ...own, kind: 'set-role', ...(isNone ? {} : { name: user }), isLocal, tag };
  }
  return { ...own, kind: 'set', name, ...(values ? { values } : {}), isLocal, tag };
}

/** `SET SESSION AUTHORIZATION DEFAULT`, which the grammar gives as a value in some forms. */
function isDefaultWord({ text }: WirePlace, user: string): boolean {
  return user.toLowerCase() === 'default' && !/['"]\s*;?\s*$/.test(text);
}

async function sessionOf(
  own: WirePlace,
  statement: ReadSession,
  inside: (inner: { readonly text: string; readonly start: number }) => Promise<WireStatement>,
): Promise<WireStatement> {
  switch (statement.kind) {
    case 'begin':
      return { ...own, ...statement, modes: modesOf(statement.modes) };
    case 'set-transaction':
      return { ...own, ...statement, modes: modesOf(statement.modes) };
    case 'declare': {
      const { inner, ...declared } = statement;
      if (declared.isScroll) return refusedWire(own, unsupported('DECLARE SCROLL'));
      const rows = await inside(inner);
      return rows.kind === 'rows' ? { ...own, ...declared, rows } : refusedWire(own, unsupported('DECLARE'));
    }
    case 'fetch': {
      const { isForward, ...fetched } = statement;
      return isForward
        ? { ...own, ...fetched }
        : refusedWire(own, unsupported(`${statement.isMove ? 'MOVE' : 'FETCH'} BACKWARD`));
    }
    case 'prepare': {
      const types = statement.types.map((name) => wireParts.oidNamed(name));
      const unknown = types.indexOf(undefined);
      if (unknown !== -1) {
        const message = `type "${statement.types[unknown]}" does not exist`;
        return refusedWire(own, new StatementInvalid('Planning Error', 'sql.unknown-type', message));
      }
      const found = await inside(statement.inner);
      return { ...own, kind: 'prepare', name: statement.name, types: types.map((oid) => oid ?? 0), statement: found };
    }
    case 'execute': {
      const given = statement.arguments.flatMap((one) => (one === undefined ? [] : [one]));
      if (given.length < statement.arguments.length)
        return refusedWire(own, unsupported('EXECUTE with an expression as argument'));
      return { ...own, kind: 'execute', name: statement.name, arguments: given };
    }
    case 'copy':
      return copyOf(own, statement, inside);
    case 'create': {
      const { what, hasRows, inner } = statement;
      const tag = what === 'view' ? 'CREATE VIEW' : hasRows ? 'SELECT' : inner.start < 0 ? 'CREATE TABLE' : 'SELECT';
      return createOf(own, { ...statement, tag }, inside);
    }
    default:
      return { ...own, ...statement };
  }
}

const plainCreate = { isReplacing: false, ifMissing: false, hasRows: true } as const;

type Created = Omit<Extract<WireStatement, { kind: 'create' }>, 'kind' | 'rows' | keyof WirePlace>;

async function createOf(
  own: WirePlace,
  { inner, name, what, columns, isReplacing, ifMissing, hasRows, tag }: Created & { readonly inner: InnerPlace },
  inside: (inner: InnerPlace) => Promise<WireStatement>,
): Promise<WireStatement> {
  const rows = await inside(inner);
  if (rows.kind === 'refused') return rows;
  if (rows.kind !== 'rows' || rows.source.kind !== 'select' || rows.parameterCount > 0) {
    return refusedWire(own, unsupported(`CREATE TEMPORARY ${what.toUpperCase()} of a statement with parameters`));
  }
  return { ...own, kind: 'create', what, name, columns, isReplacing, ifMissing, hasRows, tag, rows };
}

type InnerPlace = WirePlace;

const isolations: ReadonlySet<string> = new Set<IsolationLevel>([
  'read uncommitted',
  'read committed',
  'repeatable read',
  'serializable',
]);

function modesOf({
  isolation,
  ...modes
}: Omit<TransactionModes, 'isolation'> & { readonly isolation?: string }): TransactionModes {
  const isKnown = isolation !== undefined && isolations.has(isolation);
  return { ...modes, ...(isKnown ? { isolation: isolation as IsolationLevel } : {}) };
}
