import { requireDialect } from '../compile-case.ts';
import { FixtureDatabase } from '../fixture-database.ts';
import type { OpenDatabase } from '../live/live-database.ts';
import { liveDatabases } from '../live/live-databases.ts';
import type { Place } from './ask.ts';

export interface OpenPlace extends Place, AsyncDisposable {}

/** Where random questions are asked, each with its share of them. */
export const places: readonly {
  readonly name: string;
  readonly share: number;
  readonly open: () => Promise<OpenPlace>;
}[] = [
  { name: 'DuckDB', share: 1, open: openDuckDb },
  ...liveDatabases.map(({ name, dialect, open }) => ({
    name,
    share: 0.15,
    open: async () => openPlace(await open(), dialect),
  })),
];

async function openDuckDb(): Promise<OpenPlace> {
  const fixtures = await FixtureDatabase.open();
  return openPlace(fixtures, requireDialect('duckdb'));
}

function openPlace(database: OpenDatabase, dialect: Place['dialect']): OpenPlace {
  return { engine: database.engine, dialect, [Symbol.asyncDispose]: () => database[Symbol.asyncDispose]() };
}
