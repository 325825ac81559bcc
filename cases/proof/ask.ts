import type { Engine } from '@orrery/engines';
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
} from '@orrery/semantic';
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
export function compileWorld(world: World): ModelIndex {
  const text = writeModel(world);
  const { build } = compileModel([{ path: 'model.yml', text }]);
  if (build.problems.length > 0) throw new Error(`the model does not compile\n${wordsOf(build.problems)}`);
  return { ...indexModel(build.pieces, build.unavailable), stored: storedIn(world) };
}

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
