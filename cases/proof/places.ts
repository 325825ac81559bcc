import { requireDialect } from '../compile-case.ts';
import { FixtureDatabase } from '../fixture-database.ts';
import type { OpenDatabase } from '../live/live-database.ts';
import { liveDatabases } from '../live/live-databases.ts';
import type { Place } from './ask.ts';

export interface OpenPlace extends Place, AsyncDisposable {}

interface ClosedPlace {
  readonly name: string;
  readonly share: number;
  readonly open: () => Promise<OpenPlace>;
}

const all: readonly ClosedPlace[] = [
  { name: 'DuckDB', share: 1, open: openDuckDb },
  ...liveDatabases
    .filter(({ isMissing }) => isMissing !== true)
    .map(({ name, dialect, open }) => ({
      name,
      share: 0.15,
      open: async () => openPlace(await open(), dialect),
    })),
];

/** The engine that `npm run prove -- --engine` names. */
const only = process.env.ORRERY_PROVE_ENGINE;

/** Where random questions are asked, each with its share of them: all of them where one engine is named. */
export const places: readonly ClosedPlace[] = only === undefined ? all : [{ ...placeNamed(only), share: 1 }];

/** @throws Error for the name of no engine on this machine */
function placeNamed(engine: string): ClosedPlace {
  const found = all.find(({ name }) => name.toLowerCase() === engine.toLowerCase());
  if (found) return found;
  throw new Error(`--engine takes one of ${all.map(({ name }) => name).join(', ')}, which this machine has`);
}

async function openDuckDb(): Promise<OpenPlace> {
  const fixtures = await FixtureDatabase.open();
  return openPlace(fixtures, requireDialect('duckdb'));
}

function openPlace(database: OpenDatabase, dialect: Place['dialect']): OpenPlace {
  return { engine: database.engine, dialect, [Symbol.asyncDispose]: () => database[Symbol.asyncDispose]() };
}
