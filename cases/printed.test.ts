import { bindQuery, type Instant, openAccess, type Query, utc } from '@orrery/semantic';
import { loadParse } from '@orrery/sql';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { bindCase } from './compile-case.ts';
import { type Parse, printAndRead, type Printed } from './printed-query.ts';
import { compileWorld } from './proof/ask.ts';
import { choices } from './proof/choices.ts';
import { now } from './proof/evaluation.ts';
import { randomQuery } from './proof/random-query.ts';
import { withComputedTimes } from './proof/random-computed-times.ts';
import { randomWorld } from './proof/random-world.ts';
import { readCases } from './read-cases.ts';
import { readQuery } from './read-query.ts';

/** `npm run prove` asks for more. */
const questions = Number(process.env.ORRERY_PROVE_RUNS ?? 1000);
const seed = Number(process.env.ORRERY_PROVE_SEED ?? 20240515);
const questionsOfModel = 10;
const patienceMs = 3_600_000;

let parse: Parse;
beforeAll(async () => {
  parse = await loadParse();
});

/** What no statement says, by the words of its refusal. */
const withoutForm = [
  /^fillMissing/,
  /^A filter with "per"/,
  /^A filter of times over the measure '/,
  /^A filter of times beside '.*', which reads other rows than are shown,/,
  /^A filter over an expression/,
  /^A second date range of '/,
  /^A date range of '.*' that ends before it begins/,
  /^A time after the year 9999/,
  /^A second join hint that leads to '/,
  /^A join hint that begins at '/,
  /^A comparison of values of '.*', which no zone converts,/,
  /^A search for an empty text/,
  /^The expression '/,
  /^The instant .*, whose reading a clock in .* shows twice,/,
  /^The measure '.*' of a single row/,
  /^The operator measureFilter/,
  /^Equality of times/,
].map((words) => new RegExp(`${words.source}.* has no form in SQL over the model$`, 's'));

function expectFaithful(made: readonly (Printed & { readonly name: string })[]): void {
  const [different] = made.filter(({ kind }) => kind === 'different');
  expect(different).toBeUndefined();
  const unexplained = made.filter(
    (one) => one.kind === 'refused' && !withoutForm.some((words) => words.test(one.message)),
  );
  expect(unexplained).toEqual([]);
}

it('reads every query that a case asks again from the SQL that it is printed as', () => {
  const made = readCases().flatMap((one) => {
    const bound = bindCase(one);
    return bound.ok ? [{ name: one.name, ...printAndRead(bound.value, parse) }] : [];
  });
  expectFaithful(made);
  expect(made.filter(({ kind }) => kind === 'same').length).toBeGreaterThan(1000);
});

it(
  'reads random queries of random models again from the SQL that they are printed as',
  () => {
    let same = 0;
    fc.assert(
      fc.property(choices, (make) => {
        const world = withComputedTimes(make, randomWorld(make));
        const model = compileWorld(world);
        const context = { now: now as Instant, access: openAccess, defaultZone: utc };
        const rebind = (query: Query) =>
          bindQuery(query, model, { ...context, defaultLimit: 10_000, maxLimit: 50_000 });
        const made = Array.from({ length: questionsOfModel }, () => randomQuery(make, world)).flatMap((query) => {
          const bound = rebind(readQuery(query));
          if (!bound.ok) return [];
          const printable = { query: bound.value, model, access: openAccess, rebind };
          return [{ name: JSON.stringify(query), ...printAndRead(printable, parse) }];
        });
        same += made.filter(({ kind }) => kind === 'same').length;
        expectFaithful(made);
      }),
      { numRuns: Math.ceil(questions / questionsOfModel), seed, endOnFailure: true },
    );
    expect(same).toBeGreaterThan(questions / 2);
  },
  patienceMs,
);
