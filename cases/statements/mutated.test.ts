import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readStatements } from './read-statements.ts';
import { Shop } from './shop.ts';

/** `npm run prove` asks for more. */
const runs = Number(process.env.ORRERY_PROVE_RUNS ?? 250);
const seed = Number(process.env.ORRERY_PROVE_SEED ?? 20240515);

const kinds = /^(?:User|REST API|SQL Parser|Unsupported|Planning|Post-Processing|Rewrite|Database Execution) Error: /;
const tokens = /"[^"]*"|'[^']*'|\w+|\s+|::|<=|>=|<>|!=|\|\||./gs;

let shop: Shop;
beforeAll(async () => {
  shop = await Shop.open('duckdb');
});
afterAll(() => shop?.[Symbol.asyncDispose]());

it('a statement with changed words is answered or refused in words, and nothing goes on running', async () => {
  const texts = readStatements()
    .map(({ sql }) => sql.match(tokens) ?? [])
    .filter((words) => words.length < 500);
  const words = [...new Set(texts.flat())];
  const statements = fc
    .record({
      text: fc.constantFrom(...texts),
      changes: fc.array(
        fc.record({
          how: fc.constantFrom('leave out', 'repeat', 'replace', 'swap', 'insert'),
          at: fc.nat(500),
          word: fc.constantFrom(...words),
        }),
        { minLength: 1, maxLength: 4 },
      ),
    })
    .map(({ text, changes }) => changes.reduce(changed, [...text]).join(''));
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

interface Change {
  readonly how: string;
  readonly at: number;
  readonly word: string;
}

function changed(text: readonly string[], { how, at, word }: Change): string[] {
  const index = at % Math.max(1, text.length);
  const own = text[index] ?? '';
  const next = text[index + 2] ?? '';
  switch (how) {
    case 'leave out':
      return text.toSpliced(index, 1);
    case 'repeat':
      return text.toSpliced(index, 0, own, ' ');
    case 'replace':
      return text.toSpliced(index, 1, word);
    case 'swap':
      return text.with(index, next).toSpliced(index + 2, 1, own);
    default:
      return text.toSpliced(index, 0, ` ${word} `);
  }
}
