import type { IntendedDifference } from './compare-steps.ts';

/** Columns of `orders` that `is_nullable` says NO of, though rows may have NULL there. */
const required: ReadonlySet<unknown> = new Set(['count', 'total', 'revenue', 'completed']);

/** Answers that differ from PostgreSQL's by intent. */
export const intendedDifferences: readonly IntendedDifference[] = [
  {
    client: 'ibis',
    step: 'list',
    why: 'information_schema.schemata has the schema of TOAST, as the contract lists it',
    expected: (ofPostgres) => {
      const [tables, schemas] = ofPostgres as [readonly string[], readonly string[]]; // as its program prints them
      return [tables, [...schemas, 'pg_toast'].toSorted()];
    },
  },
  {
    client: 'psycopg2',
    step: 'describe',
    why: 'information_schema says that measures and segments are not nullable, as the contract has it',
    expected: (ofPostgres) =>
      (ofPostgres as readonly (readonly unknown[])[]).map(([name, type, udt, nullable, ...sizes]) => [
        ...[name, type, udt, required.has(name) ? 'NO' : nullable],
        ...sizes,
      ]),
  },
  {
    client: 'pgcli',
    step: 'list for completion',
    why: 'pg_class and pg_attribute have the tables of the model alone, and not the views of the catalogs',
    expected: (ofPostgres) => {
      const [tables, , ...others] = ofPostgres as readonly unknown[]; // as its program prints them
      return [tables, [], ...others];
    },
  },
];
