import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { changedTexts } from '../../cases/statements/changed-texts.ts';
import { readStatements } from '../../cases/statements/read-statements.ts';
import { Shop } from '../../cases/statements/shop.ts';
import { fieldsOf, raw, RawClient, shortened } from './raw-client.ts';

/** Statements of the suite; `npm run prove -- wire` sets 10,000. */
const runs = Number(process.env['ORRERY_WIRE_STREAMS'] ?? 300);
const seed = Number(process.env['ORRERY_WIRE_SEED'] ?? 7);

/** Statements of sessions, which HTTP does not have. */
const ofSessions = [
  'BEGIN; SAVEPOINT a; SELECT 1; ROLLBACK TO a; COMMIT',
  'DECLARE c CURSOR WITH HOLD FOR SELECT status FROM orders ORDER BY 1; FETCH 2 FROM c; MOVE 1 IN c; CLOSE c',
  "PREPARE p (int, text) AS SELECT $1, $2; EXECUTE p (1, 'a'); DEALLOCATE p",
  "COPY (SELECT 1 AS a, 'b' AS c) TO STDOUT WITH (FORMAT csv, HEADER true, DELIMITER ';')",
  "SET application_name = 'a'; SHOW application_name; RESET application_name; SET LOCAL TimeZone TO 'UTC'",
  'CREATE TEMPORARY TABLE t AS SELECT 1 AS a; SELECT * FROM t; DROP TABLE IF EXISTS t; DISCARD TEMP',
  'EXPLAIN (ANALYZE, FORMAT json) SELECT status FROM orders',
  'SELECT c.relname, a.attname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid WHERE c.relkind IN ($1, $2)',
  'SELECT table_name FROM information_schema.tables WHERE table_schema = $1 LIMIT 5',
];

let shop: Shop;
let port: number;
beforeAll(async () => {
  shop = await Shop.open('duckdb');
  port = await shop.served.composition.listenForSql(0);
});
afterAll(() => shop?.[Symbol.asyncDispose]());

const rowsOrCopy = 'TD*C|Hd*cC';
/** The letters of an answer: an error ends what it stands in, and nothing but ReadyForQuery comes behind it. */
const answers = {
  /** Statements with a result each, or the only answer to an empty text. */
  query: new RegExp(`^(?:I|(?:C|${rowsOrCopy})+|(?:C|${rowsOrCopy})*(?:TD*|Hd*)?E)Z$`),
  /** Parse, Bind, Describe of the portal, Execute: one end of each, or the error of the first that fails. */
  extended: /^(?:1?E|12E|12TE|12T(?:D*[Cs]|D+E)|12n(?:[CIE]|Hd*(?:cC|E)))Z$/,
} as const;

/**
 * Asks, where nothing of the answers before has come later. The answer is made of messages of the protocol in their order,
 * ends with the only ReadyForQuery of it, and tells of no fault of ours.
 */
async function ask(client: RawClient, kind: keyof typeof answers, ...messages: readonly Buffer[]) {
  expect(client.unreadBytes).toBe(0);
  const answer = await client.ask(...messages);
  expect(client.unreadBytes).toBe(0);
  const letters = answer.filter(({ type }) => type !== 'S' && type !== 'N').map(({ type }) => type); // these come at any time
  expect(letters.join('')).toMatch(answers[kind]);
  const errors = answer.filter((message) => message.type === 'E').map(fieldsOf);
  expect(errors.filter(({ M, S }) => M?.startsWith('Internal Error') || S === 'FATAL')).toEqual([]);
  return answer;
}

it.each([
  ['query', 'IZ CZ TDDCZ CTCZ HddcCZ EZ CTDEZ CHdEZ TCEZ', 'Z ECZ EEZ IEZ ICZ DCZ TDZ TDTCZ CIZ TDsZ 1Z nZ CZC TDCED'],
  ['extended', 'EZ 1EZ 12EZ 12TEZ 12TDCZ 12TCZ 12TDsZ 12TDEZ 12nCZ 12nIZ 12nEZ 12nHdcCZ 12nHdEZ', ''],
  ['extended', '', 'Z 1Z 12Z 12TZ 2Z 21EZ 12TDCCZ 12TDCsZ 12TDsEZ 12nDCZ 12TIZ 12DCZ 1E2Z 12TDCEZ TDCZ 12nHdcZ'],
] as const)('knows the order of answers of a %s', (kind, right, wrong) => {
  for (const letters of right.split(' ').filter(Boolean)) expect(letters).toMatch(answers[kind]);
  for (const letters of wrong.split(' ').filter(Boolean)) expect(letters).not.toMatch(answers[kind]);
});

it(`${runs} statements with changed words are answered or refused, each with one end, by one connection`, async () => {
  const { client } = await RawClient.start(port, { password: shop.served.token });
  const texts = changedTexts([...readStatements().map(({ sql }) => sql), ...ofSessions]);
  const asked = fc.record({
    text: texts,
    values: fc.option(fc.array(fc.constantFrom('1', 'a', null), { maxLength: 2 })),
  });
  await fc.assert(
    fc.asyncProperty(asked, async ({ text, values }) => {
      const extended = [raw.parse('', text), raw.bind('', '', values ?? []), raw.describe('P', ''), raw.execute('', 3)];
      const messages = await (values === null
        ? ask(client, 'query', raw.query(text))
        : ask(client, 'extended', ...extended, raw.sync));
      if (shortened(messages).at(-1) !== 'Z I') await ask(client, 'query', raw.query('ROLLBACK'));
    }),
    { numRuns: runs, seed, endOnFailure: true },
  );
  expect(shortened(await ask(client, 'query', raw.query('DISCARD ALL'))).at(-1)).toBe('Z I');
  const left = 'SELECT (SELECT count(*) FROM pg_prepared_statements), (SELECT count(*) FROM pg_cursors), count(*)';
  const shown = await ask(client, 'query', raw.query(`${left} FROM pg_stat_activity`));
  expect(shortened(shown)).toEqual(['T', 'D 0|0|1', 'C SELECT 1', 'Z I']);
  await vi.waitFor(() => {
    const { queues } = shop.served.composition.runtime.figures();
    expect(queues).toEqual(queues.map((queue) => ({ ...queue, running: 0, waiting: 0 })));
  }, 60_000);
  client.close();
  const { client: next } = await RawClient.start(port, { password: shop.served.token });
  const sessions = raw.query('SELECT count(*) FROM pg_stat_activity');
  await vi.waitFor(async () => expect(shortened(await next.ask(sessions))[1]).toBe('D 1'), 60_000);
  next.close();
}, 1_800_000);
