import type { WireProblem } from '@orrery/contract';
import { parseZone, type Zone } from '@orrery/semantic';
import type { Select } from '@orrery/sql';
import { StatementInvalid } from './refuse-statement.ts';
import type { Statements } from './statements.ts';

/** A SELECT, or an EXPLAIN of one. */
interface ReadStatement {
  readonly select: Select;
  readonly explain?: { readonly isAnalyzed: boolean };
}

/** @throws StatementInvalid for a text that is not one query */
export async function readSelect(text: string, statements: Pick<Statements, 'parse'>): Promise<Select> {
  const { select, explain } = await readStatement(text, statements);
  if (explain) throw unsupported('EXPLAIN');
  return select;
}

/** @throws StatementInvalid */
export async function readStatement(text: string, statements: Pick<Statements, 'parse'>): Promise<ReadStatement> {
  const parsed = await statements.parse(text);
  if (parsed.kind === 'refused') {
    const { kind, code, message } = parsed.refusal;
    throw new StatementInvalid(kind, code, message, { message: message.split('\n', 1)[0] ?? message });
  }
  const [statement, ...others] = parsed.statements;
  if (!statement) throw new StatementInvalid('User Error', 'sql.empty', 'The text has no statement');
  if (others.length > 0) {
    const message = 'Multiple statements was specified in one query';
    throw new StatementInvalid('Unsupported Error', 'sql.several', message);
  }
  if (statement.kind === 'select') return { select: statement.select };
  if (statement.kind === 'explain' && statement.select) {
    return { select: statement.select, explain: { isAnalyzed: statement.isAnalyzed } };
  }
  throw unsupported(
    'name' in statement && statement.kind !== 'show' && statement.kind !== 'set'
      ? statement.name
      : statement.kind.toUpperCase(),
  );
}

/** @throws StatementInvalid for a text that is not one expression of SQL */
export async function requireExpression(
  text: string,
  what: string,
  statements: Pick<Statements, 'parse'>,
): Promise<void> {
  const refuse = (why: string): never => {
    throw new StatementInvalid('User Error', 'sql.no-expression', `${what} is not one expression of SQL${why}`);
  };
  const parsed = await statements.parse(`SELECT (\n${text}\n)`);
  if (parsed.kind === 'refused') return refuse(`: ${parsed.refusal.message.split('\n', 1)[0]}`);
  const [statement, ...others] = parsed.statements;
  const select = statement?.kind === 'select' && statement.select.kind === 'select' ? statement.select : undefined;
  if (!select || others.length > 0) return refuse('');
  const {
    targets,
    from,
    with: tables,
    order,
    limit,
    offset,
    where,
    groupBy,
    having,
    windows,
    distinct,
    unsupported,
  } = select;
  const [target, ...more] = targets;
  const lists = [more, from, tables, order, groupBy, windows];
  const clauses = [target?.alias, limit, offset, where, having, distinct, unsupported];
  if (lists.some(({ length }) => length > 0) || clauses.some((clause) => clause !== undefined)) refuse('');
}

function unsupported(words: string): StatementInvalid {
  return new StatementInvalid('Unsupported Error', 'sql.statement', `Unsupported query type: ${words}`);
}

/** Why a text is not one query, whatever the model; empty when it is one. */
export async function statementShapeProblems(
  text: string,
  statements: Pick<Statements, 'parse'>,
): Promise<readonly WireProblem[]> {
  try {
    await readSelect(text, statements);
    return [];
  } catch (error) {
    if (error instanceof StatementInvalid) return [error.problem];
    throw error;
  }
}

/** @throws StatementInvalid */
export function zoneNamed(timezone: string): Zone {
  const zone = parseZone(timezone);
  if (zone) return zone;
  throw new StatementInvalid('User Error', 'sql.timezone', `Unknown time zone: ${timezone.slice(0, 100)}`);
}
