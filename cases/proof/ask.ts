import { type Engine, EngineError } from '@orrery/engines';
import {
  bindQuery,
  compileModel,
  type CompiledQuery,
  compileQuery,
  type CompileOptions,
  type Dialect,
  type Instant,
  indexModel,
  type MemberId,
  type ModelIndex,
  type Outcome,
  parseZone,
  type StoredTimes,
  openAccess,
  type StoredForm,
  timeProbe,
  timesOf,
} from '@orrery/semantic';
import { tellTimes } from '@orrery/runtime';
import { wordsOf } from '../compile-case.ts';
import { readQuery } from '../read-query.ts';
import { rowsOf } from '../rows-of.ts';
import type { Rows } from '../truth-rows.ts';
import type { WorldQuery } from './answer.ts';
import { now } from './evaluation.ts';
import type { World } from './world.ts';
import { writeModel } from './write-model.ts';

/** Where questions are answered: an engine, and the language it speaks. */
export interface Place {
  readonly engine: Engine;
  readonly dialect: Dialect;
}

/** @throws when the model has problems: a random model has none */
export function compileWorld(world: World, place?: Pick<Place, 'dialect'>): ModelIndex {
  const text = modelAt(world, place);
  const { build } = compileModel([{ path: 'model.yml', text }]);
  if (build.problems.length > 0) throw new Error(`the model does not compile\n${wordsOf(build.problems)}`);
  return { ...indexModel(build.pieces, build.unavailable), stored: storedIn(world) };
}

/** The world as the place writes its values. */
export function worldAt({ dialect }: Place, world: World): World {
  return dialect.name === 'mysql' ? { ...world, truthTexts: ['0', '1'] } : world;
}

/** Compiles a world for a place, which is asked for the types of its columns where they are not those of literals. */
export async function compileWorldAt({ engine, dialect }: Place, world: World): Promise<ModelIndex> {
  if (!world.cubes.some(({ columns }) => columns.some(({ stored }) => stored))) return compileWorld(world, { dialect });
  const text = modelAt(world, { dialect });
  const { build } = compileModel([{ path: 'model.yml', text }]);
  if (build.problems.length > 0) throw new Error(`the model does not compile\n${wordsOf(build.problems)}`);
  const model = indexModel(build.pieces, build.unavailable);
  const days = new Set<MemberId>();
  const shownAs = new Map<MemberId, StoredForm>();
  const unknown = new Set<MemberId>();
  for (const name of model.pieces.keys()) {
    const told = await tellTimes(timesOf(model, name), async (times) => {
      const probe = timeProbe(model, times);
      const compiled = compileQuery(probe.query, probe.model, dialect, { context: { kind: 'probe' } });
      if (!compiled.ok) return 'unplanned';
      try {
        const { columns, batches } = await engine.run(compiled.value, new AbortController().signal);
        for await (const { rowCount } of batches) if (rowCount > 0) throw new Error('rows for a question about types');
        return columns;
      } catch (error) {
        if (error instanceof EngineError) return undefined;
        throw error;
      }
    });
    for (const id of told.days) days.add(id);
    for (const [id, as] of told.shownAs) shownAs.set(id, as);
    for (const id of told.unknown) unknown.add(id);
  }
  return { ...model, stored: { days, texts: new Set(), shownAs, unknown } };
}

function modelAt(world: World, place: Pick<Place, 'dialect'> | undefined): string {
  const words = authorWords[place?.dialect.name ?? ''] ?? [];
  return words.reduce((text, [word, own]) => text.replaceAll(word, own), writeModel(world));
}

/** Replacements in the SQL of an author, by dialect: types of numbers in a cast, literals, and a boolean that is NULL. */
const authorWords: Readonly<Record<string, readonly (readonly [RegExp, string])[]>> = {
  postgres: [[/ AS DOUBLE\)/g, ' AS DOUBLE PRECISION)']],
  mysql: [[/ AS REAL\)/g, ' AS FLOAT)']],
  clickhouse: [
    // A backslash begins an escape, and a timestamp has no milliseconds.
    [/'\\\\'/g, String.raw`'\\\\'`],
    [/TIMESTAMP ('[^']*')/g, "toDateTime64($1, 6, 'UTC')"],
    // A comparison is a number.
    [/1 = NULLIF\(1, 1\)/g, 'CAST(NULL AS Bool)'],
  ],
  // A sum of decimals leaves no room for decimals of what an author adds.
  trino: [[/\bSUM\(/g, '1e0 * SUM(']],
};

/** Returns how a data source stores the times of a world. */
export function storedIn({ cubes }: World): StoredTimes {
  const days = cubes.flatMap(({ name, dimensions }) =>
    dimensions.flatMap((dimension) => (dimension.isDay ? [`${name}.${dimension.name}` as MemberId] : [])),
  );
  return { days: new Set(days), texts: new Set(), unknown: new Set() };
}

export function compileWorldQuery(
  { dialect }: Place,
  model: ModelIndex,
  query: WorldQuery,
  options: CompileOptions,
): Outcome<CompiledQuery> {
  const utc = parseZone('UTC');
  if (!utc) throw new Error('no UTC');
  const bound = bindQuery(readQuery(query), model, {
    now: now as Instant,
    access: openAccess,
    defaultZone: utc,
    defaultLimit: 10_000,
    maxLimit: 50_000,
  });
  return bound.ok ? compileQuery(bound.value, model, dialect, options) : bound;
}

export function run({ engine }: Place, compiled: CompiledQuery): Promise<Rows> {
  return rowsOf(engine, compiled);
}

/** The rows of a question that has an answer. */
export async function answerOf(place: Place, model: ModelIndex, query: WorldQuery): Promise<Rows> {
  const compiled = compileWorldQuery(place, model, query, {});
  if (!compiled.ok) throw new Error(wordsOf(compiled.problems));
  return run(place, compiled.value);
}
