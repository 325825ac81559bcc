import type { IntendedDifference } from './compare-steps.ts';

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
];
