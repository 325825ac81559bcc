import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { changedTexts } from './changed-texts.ts';
import { readStatements } from './read-statements.ts';
import { Shop } from './shop.ts';

/** `npm run prove` asks for more. */
const runs = Number(process.env.ORRERY_PROVE_RUNS ?? 250);
const seed = Number(process.env.ORRERY_PROVE_SEED ?? 20240515);

const kinds = /^(?:User|REST API|SQL Parser|Unsupported|Planning|Post-Processing|Rewrite|Database Execution) Error: /;

let shop: Shop;
beforeAll(async () => {
  shop = await Shop.open('duckdb');
});
afterAll(() => shop?.[Symbol.asyncDispose]());

it('a statement with changed words is answered or refused in words, and nothing goes on running', async () => {
  const statements = changedTexts(readStatements().map(({ sql }) => sql));
  await fc.assert(
    fc.asyncProperty(statements, async (sql) => {
      const lines = await shop.ask(sql);
      const error = lines.find((line) => line.error !== undefined)?.error;
      if (error !== undefined) expect(error).toMatch(kinds);
    }),
    { numRuns: runs, seed },
  );
  expect(shop.served.composition.runtime.figures().queues).toEqual(
    shop.served.composition.runtime.figures().queues.map((queue) => ({ ...queue, running: 0, waiting: 0 })),
  );
});
