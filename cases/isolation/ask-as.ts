import {
  type Access,
  accessFor,
  bindQuery,
  type CompiledQuery,
  compileModel,
  type CompileOptions,
  compileQuery,
  type Dialect,
  indexModel,
  type Instant,
  type ModelIndex,
  type Outcome,
  parseZone,
  type Problem,
} from '@orrery/semantic';
import { policyCallerOf } from '../../packages/kernel/src/caller/policy-caller.ts';
import { wordsOf } from '../compile-case.ts';
import type { WorldQuery } from '../proof/answer.ts';
import { type Place, storedIn } from '../proof/ask.ts';
import { givenBy } from '../proof/compare.ts';
import { now } from '../proof/evaluation.ts';
import { readQuery } from '../read-query.ts';
import { rowsOf } from '../rows-of.ts';
import type { Rows } from '../truth-rows.ts';
import type { AskAs } from './difference-as.ts';
import { type GuardedWorld, type Identity, securityContextOf } from './guarded-world.ts';
import { writeGuardedModel } from './write-guarded-model.ts';

/** @throws when the model has problems: a random model has none */
export function compileGuarded(guarded: GuardedWorld): ModelIndex {
  const text = writeGuardedModel(guarded);
  const { build } = compileModel([{ path: 'model.yml', text }]);
  if (build.problems.length > 0) throw new Error(`the model does not compile\n${wordsOf(build.problems)}\n${text}`);
  return { ...indexModel(build.pieces, build.unavailable), stored: storedIn(guarded.world) };
}

export function accessOf(model: ModelIndex, identity: Identity): Access {
  return accessFor(model, policyCallerOf(securityContextOf(identity)));
}

/** Brings the rows of a statement. */
export type RowsOf = (compiled: CompiledQuery) => Promise<Rows>;

/** Runs each statement once. The rows of a world are part of the text, so equal texts have equal answers. */
export function runningOnce({ engine }: Place): RowsOf {
  const known = new Map<string, Promise<Rows>>();
  return (compiled) => {
    const key = JSON.stringify([compiled.text, compiled.params]);
    const rows = known.get(key) ?? rowsOf(engine, compiled);
    known.set(key, rows);
    return rows;
  };
}

/** Asks the planner, and an engine. */
export function askAs(dialect: Dialect, rows: RowsOf, model: ModelIndex, access: Access): AskAs {
  return (query, options) => {
    const outcome = compileAs(dialect, model, access, query, options);
    const given = givenBy(outcome, rows);
    if (outcome.ok) return given;
    // The server takes names out of what the planner says; binding has none in it.
    const told = outcome.problems.filter(({ code }) => !code.startsWith('plan.'));
    return { ...given, words: told.map(wordsOfProblem).join('\n') };
  };
}

/** Returns a text for the planner's result for a caller; it is equal for equal statements, or equal refusals. */
export function statementOf(dialect: Dialect, model: ModelIndex, access: Access, query: WorldQuery): string {
  const outcome = compileAs(dialect, model, access, query, {});
  return JSON.stringify(outcome.ok ? [outcome.value.text, outcome.value.params] : outcome.problems);
}

function wordsOfProblem({ code, message, at, hint }: Problem): string {
  return JSON.stringify({ code, message, at, hint });
}

function compileAs(
  dialect: Dialect,
  model: ModelIndex,
  access: Access,
  query: WorldQuery,
  options: CompileOptions,
): Outcome<CompiledQuery> {
  const utc = parseZone('UTC');
  if (!utc) throw new Error('no UTC');
  const bound = bindQuery(readQuery(query), model, {
    now: now as Instant, // an instant of that day
    access,
    defaultZone: utc,
    defaultLimit: 10_000,
    maxLimit: 50_000,
  });
  return bound.ok ? compileQuery(bound.value, model, dialect, options) : bound;
}
