import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import type { SourceKind } from './shop.ts';

interface Entry {
  readonly name: string;
  readonly sql: string;
  /** The answer by hand, on DuckDB over `tables.sql`, written another way than a planner would. */
  readonly truth?: string;
  /** Reads no table: PostgreSQL answers the same text, with the same types. */
  readonly postgres?: true;
  /** PostgreSQL answers the same text over `plain-views.sql`; numbers are compared as doubles, and types are not. */
  readonly plain?: true;
  /** Another text that PostgreSQL answers over `plain-views.sql`, written by hand; compared like `plain`. */
  readonly counterpart?: string;
  /** Part of the error line. */
  readonly refused?: string;
  /** The rows stand in the order of the truth. */
  readonly ordered?: boolean;
  /** Zone of the request; without it UTC. */
  readonly timezone?: string;
  /** Names and types of the columns, as `a String, b Int64`. */
  readonly columns?: string;
  /** Refused by a kind of source for this reason, in place of the answer. */
  readonly refused_on?: Partial<Readonly<Record<SourceKind, string>>>;
}

const keys = [
  'name',
  'sql',
  'truth',
  'postgres',
  'plain',
  'counterpart',
  'refused',
  'ordered',
  'timezone',
  'columns',
  'refused_on',
] as const;
const expectations = ['truth', 'postgres', 'plain', 'counterpart', 'refused'] as const;

export interface StatementCase extends Entry {
  /** Folder of its file. */
  readonly group: string;
}

/** All statements of `cases/statements`, a list in each file, by class and subject. */
export function readStatements(): readonly StatementCase[] {
  const files = globSync('*/*.yml', { cwd: import.meta.dirname }).toSorted();
  return files.flatMap((file) => {
    const entries: unknown = parse(readFileSync(join(import.meta.dirname, file), 'utf8'));
    if (!Array.isArray(entries)) throw new Error(`cases/statements/${file} is no list`);
    const subject = file.slice(0, -'.yml'.length);
    return entries.map((entry) => {
      const one = requireEntry(file, entry);
      return { ...one, name: `${subject}: ${one.name}`, group: dirname(file) };
    });
  });
}

function requireEntry(file: string, entry: Partial<Entry>): Entry {
  const { name, sql } = entry;
  const strangers = Object.keys(entry).filter((key) => !keys.some((one) => one === key));
  const expected = expectations.filter((key) => entry[key] !== undefined);
  if (name === undefined || sql === undefined || strangers.length > 0 || expected.length !== 1) {
    const one = `cases/statements/${file}: ${name ?? 'an entry without name'}`;
    throw new Error(`${one}: it may have ${keys.join(', ')}, and has one of ${expectations.join(', ')}`);
  }
  return { ...entry, name, sql };
}
