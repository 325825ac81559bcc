import { parseZone, type Zone } from '@orrery/semantic';
import type { Select } from '@orrery/sql';
import { StatementInvalid } from './refuse-statement.ts';
import type { Statements } from './statements.ts';

/** @throws StatementInvalid */
export function zoneNamed(timezone: string): Zone {
  const zone = parseZone(timezone);
  if (zone) return zone;
  throw new StatementInvalid('User Error', 'sql.timezone', `Unknown time zone: ${timezone.slice(0, 100)}`);
}

/** Reads a text that is one SELECT. @throws StatementInvalid */
export async function readSelect(text: string, statements: Statements): Promise<Select> {
  const parsed = await statements.parse(text);
  if (parsed.kind === 'refused') {
    const { kind, code, message } = parsed.refusal;
    throw new StatementInvalid(kind, code, message);
  }
  const [statement, ...others] = parsed.statements;
  if (!statement) throw new StatementInvalid('User Error', 'sql.empty', 'The text has no statement');
  if (others.length > 0) {
    const message = 'Multiple statements was specified in one query';
    throw new StatementInvalid('Unsupported Error', 'sql.several', message);
  }
  if (statement.kind === 'select') return statement.select;
  const words = statement.kind === 'other' ? statement.name : statement.kind.toUpperCase();
  throw new StatementInvalid('Unsupported Error', 'sql.statement', `Unsupported query type: ${words}`);
}
