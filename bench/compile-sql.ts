import {
  bindQuery,
  compileQuery,
  dialectFor,
  type Instant,
  type ModelIndex,
  openAccess,
  type Outcome,
  parseZone,
} from '@orrery/semantic';

/** The DuckDB statement of a query that has no values to bind. */
export function compileSql(model: ModelIndex, query: Partial<Parameters<typeof bindQuery>[0]>): string {
  const zone = parseZone('UTC');
  const duckdb = dialectFor('duckdb');
  if (!zone || !duckdb) throw new Error('neither UTC nor DuckDB is known');
  const bound = accept(
    bindQuery({ measures: [], dimensions: [], segments: [], filters: [], timeDimensions: [], ...query }, model, {
      now: Date.UTC(2026, 0, 1) as Instant,
      access: openAccess,
      defaultZone: zone,
      defaultLimit: 50_000,
      maxLimit: 50_000,
    }),
  );
  return accept(compileQuery(bound, model, duckdb)).text;
}

function accept<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(outcome.problems.map(({ message }) => message).join('\n'));
  return outcome.value;
}
