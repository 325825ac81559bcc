import type { Access, ModelIndex } from '@orrery/semantic';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GuardedService } from '../../tests/guarded-service.ts';
import { requireDialect } from '../compile-case.ts';
import { FixtureDatabase } from '../fixture-database.ts';
import type { Place } from '../proof/ask.ts';
import { type Choices, choices } from '../proof/choices.ts';
import { now } from '../proof/evaluation.ts';
import { findMember } from '../proof/members.ts';
import { randomQuery } from '../proof/random-query.ts';
import type { World } from '../proof/world.ts';
import type { WorldQuery } from '../proof/answer.ts';
import { describeAsked } from './describe-asked.ts';
import { compareAs, idsOf, mentions, namedBeyond } from './difference-as.ts';
import { type GuardedWorld, type Identity, securityContextOf } from './guarded-world.ts';
import { accessOf, compileGuarded, statementOf } from './ask-as.ts';
import { compareStatement, printedOpenly, shapesOf } from './ask-statement.ts';
import { Requests } from './kept-answers.ts';
import { askOver, askValues, type Asker, rowPaths, suggesting } from './paths.ts';
import { randomGuardedWorld } from './random-guard.ts';
import { randomIdentity } from './random-identity.ts';
import { askedOf, mayName, type Reader, readerOf } from './reading.ts';
import { writeGuardedModel } from './write-guarded-model.ts';

/** `npm run prove -- isolation` asks for more. */
const runs = Number(process.env.ORRERY_PROVE_RUNS ?? 5000) * 0.1;
const seed = Number(process.env.ORRERY_PROVE_SEED ?? 20240515);
/** Index of the first world of the seed, to continue after a failure. */
const first = process.env.ORRERY_PROVE_PATH ?? '0';
const identitiesOfWorld = 4;
const queriesOfWorld = 6;
const suggestionsOfWorld = 2;
const timesEach = 2;
const casesOfWorld = identitiesOfWorld * queriesOfWorld * timesEach;
const patienceMs = 8 * 3_600_000;

let fixtures: FixtureDatabase;
let place: Place;
beforeAll(async () => {
  fixtures = await FixtureDatabase.open();
  place = { engine: fixtures.engine, dialect: requireDialect('duckdb') };
});
afterAll(() => fixtures[Symbol.asyncDispose]());

interface Caller {
  readonly identity: Identity;
  readonly context: Readonly<Record<string, unknown>>;
  readonly reader: Reader;
  readonly access: Access;
}

describe('a served model', () => {
  it(
    'answers each of several identities from the rows that the rules allow, in any order and by any path',
    async () => {
      const told: Record<string, number> = {};
      await fc.assert(
        fc.asyncProperty(choices, async (made) => {
          const guarded = randomGuardedWorld(made);
          await using service = await GuardedService.open({ model: writeGuardedModel(guarded) }, { now });
          const model = compileGuarded(guarded);
          const callers = Array.from({ length: identitiesOfWorld }, () =>
            callerOf(guarded, model, randomIdentity(made)),
          );
          const requests = new Requests();
          const askerFor = ({ context, access, reader }: Caller, path: string): Asker => ({
            service,
            place,
            context,
            requestFor: (query) =>
              requests.note({
                statement: `${path === 'values'} ${statementOf(place.dialect, model, access, query)}`,
                isDenied: isDenied(reader, query),
              }),
          });
          const queries = Array.from({ length: queriesOfWorld }, () => randomQuery(made, guarded.world));
          for (const caller of callers) await checkDescriptions(service, caller, guarded);
          const all = queries.flatMap((query) => callers.map((caller) => ({ query, caller })));
          for (const { query, caller } of inAnyOrder(made, Array.from({ length: timesEach }, () => all).flat())) {
            const text = made.happens(30) ? printedOpenly(query, model) : undefined;
            const rowPath = made.pick(rowPaths);
            const path = text === undefined ? rowPath : 'cubesql';
            const before = service.statements;
            const asker = askerFor(caller, path);
            const { kind, difference } = await (text === undefined
              ? compareAs(
                  caller.reader,
                  query,
                  (one, { countsRows }) => askOver(rowPath, asker, one, countsRows === true),
                  [false],
                )
              : compareStatement(caller.reader, query, asker, { text, shape: made.pick(shapesOf(query)) }));
            told[`${path}: ${kind}`] = (told[`${path}: ${kind}`] ?? 0) + 1;
            if (difference) throw new Error(`${path}\n${describeAsked(guarded, caller.identity, query, difference)}`);
            if (kind === 'denied') expect(service.statements).toBe(before);
            await checkTellings(service, caller, guarded, query, kind === 'denied');
          }
          const suggested = made.some(dimensionsOf(guarded.world), suggestionsOfWorld);
          const askers = suggested.flatMap((member) =>
            callers.map((caller) => ({ query: suggesting(member), caller })),
          );
          for (const { query, caller } of inAnyOrder(made, [...askers, ...askers])) {
            const asker = askerFor(caller, 'values');
            const { kind, difference } = await compareAs(caller.reader, query, (one) => askValues(asker, one), [false]);
            told[`values: ${kind}`] = (told[`values: ${kind}`] ?? 0) + 1;
            if (difference) throw new Error(`values\n${describeAsked(guarded, caller.identity, query, difference)}`);
          }
          expect(await requests.crossingsIn(service), writeGuardedModel(guarded)).toEqual([]);
        }),
        { numRuns: Math.ceil(runs / casesOfWorld), seed, path: first, endOnFailure: true },
      );
      console.log(`seed ${seed}: ${JSON.stringify(told)}`);
    },
    patienceMs,
  );
});

function callerOf(guarded: GuardedWorld, model: ModelIndex, identity: Identity): Caller {
  const access = accessOf(model, identity);
  return { identity, context: securityContextOf(identity), reader: readerOf(guarded, identity), access };
}

/** Whether a query names a denied or a missing member; the latter is for comparing refusals. */
function isDenied(reader: Reader, query: WorldQuery): boolean {
  const known = new Set(idsOf(reader.guarded.world));
  return askedOf(query).some((id) => !known.has(id) || !mayName(reader, id));
}

/** Times are shown otherwise where they are suggested. */
function dimensionsOf(world: World): readonly string[] {
  return idsOf(world).filter((id) => {
    const found = findMember(world, id);
    return found.kind === 'dimension' && found.member.type !== 'time';
  });
}

/** Metadata lists what may be named, and nothing else; suggestions are of what may be named. */
async function checkDescriptions(service: GuardedService, { context, reader }: Caller, guarded: GuardedWorld) {
  const ids = idsOf(guarded.world);
  for (const route of ['meta', 'meta?extended=true']) {
    const { status, text } = await service.get(context, route);
    expect(status).toBe(200);
    const told = ids.filter((id) => text.includes(`"name":"${id}"`));
    expect(told, `${route}\n${JSON.stringify(context)}\n${writeGuardedModel(guarded)}`).toEqual(
      ids.filter((id) => mayName(reader, id)),
    );
    const hidden = ids.find((id) => !mayName(reader, id) && mentions(text, id));
    expect(hidden, `${route}\n${JSON.stringify(context)}\n${writeGuardedModel(guarded)}`).toBeUndefined();
  }
}

/** Checks that routes which describe a query reveal no denied member, and refuse what the query route refuses. */
async function checkTellings(
  service: GuardedService,
  { context, reader, identity }: Caller,
  guarded: GuardedWorld,
  query: WorldQuery,
  isDenied: boolean,
): Promise<void> {
  for (const route of ['dry-run', 'explain']) {
    const { status, text } = await service.ask(context, query, route);
    if (isDenied) expect(status).toBe(400);
    const named = namedBeyond(reader, query, withoutSql(text));
    const difference = { what: `${route} names ${named}\n${text}`, expected: [], given: [] };
    if (named) throw new Error(describeAsked(guarded, identity, query, difference));
  }
}

function withoutSql(text: string): string {
  const { sql: _, ...told } = JSON.parse(text) as Record<string, unknown>; // an object, as every answer
  return JSON.stringify(told);
}

function inAnyOrder<T>(made: Choices, all: readonly T[]): readonly T[] {
  return made.some(all, all.length, all.length);
}
