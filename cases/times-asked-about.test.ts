import { type BoundQuery, compileQuery, cubesOfTimes, type MemberId, type ModelIndex, timesOf } from '@orrery/semantic';
import { describe, expect, it } from 'vitest';
import { readCases } from './read-cases.ts';
import { type BoundCase, bindCase, requireDialect } from './compile-case.ts';

const dialect = requireDialect('duckdb');

const bound = readCases().flatMap((one) => {
  const outcome = bindCase(one);
  return outcome.ok ? [{ name: one.name, ...outcome.value }] : [];
});

/** Returns the model after its data sources reported that all times of these cubes are stored as days, or as texts. */
function knowing(model: ModelIndex, cubes: Iterable<string>, as: 'days' | 'texts'): ModelIndex {
  const ids = [...cubes].flatMap((name) => {
    const { stored, made } = timesOf(model, name);
    return [...stored, ...made].filter(({ kind }) => as === 'days' || kind === 'dimension').map(({ id }) => id);
  });
  const none = new Set<MemberId>();
  return { ...model, stored: { days: none, texts: none, unknown: none, [as]: new Set(ids) } };
}

function statement(query: BoundQuery, model: ModelIndex, context: BoundCase['context']): unknown {
  const compiled = compileQuery(query, model, dialect, { context });
  return compiled.ok ? compiled.value : compiled.problems;
}

describe.each(['days', 'texts'] as const)('where all times are %s', (as) => {
  it('a query has the same statement when only the cubes that it names are known', () => {
    const different = bound.flatMap(({ name, query, model, context }) => {
      const all = statement(query, knowing(model, model.pieces.keys(), as), context);
      const asked = statement(query, knowing(model, cubesOfTimes(query, model), as), context);
      return JSON.stringify(all) === JSON.stringify(asked) ? [] : [name];
    });
    expect(different).toEqual([]);
  });
});
