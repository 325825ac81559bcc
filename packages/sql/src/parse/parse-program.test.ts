import { SerialThread } from '@orrery/kernel';
import { afterAll, expect, it } from 'vitest';
import { parseLimits, parseProgram } from './parse-program.ts';
import type { Parsed } from './parse-statements.ts';

const hour = 3_600_000;
/** The bounds on time do not end what a slow machine reads. */
const limits = { ...parseLimits, answerWithinMs: hour, processorMs: hour, startWithinMs: hour };
const thread = new SerialThread<string, Parsed>(parseProgram, limits);
afterAll(() => thread.close());

it('answers with statements, or with why there are none', async () => {
  const [parsed, refused] = await Promise.all([
    thread.ask('SELECT MEASURE(Count) C FROM Orders'),
    thread.ask('SELECT ('),
  ]);
  expect(parsed).toMatchObject({ kind: 'parsed', statements: [{ kind: 'select' }] });
  expect(refused).toMatchObject({ kind: 'refused', refusal: { kind: 'SQL Parser Error', line: 1 } });
});

const list = (count: number, item: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => item(index));

it('sends back what is as deep, wide and long as it may be', async () => {
  const texts = [
    `select ${'f('.repeat(990)}1${')'.repeat(990)}`,
    `${'select * from ('.repeat(490)}select 1${') a'.repeat(490)}`,
    `select 1${' union all select 1'.repeat(990)}`,
    `select 1 from a${' cross join b'.repeat(990)}`,
    `select a${'[1]'.repeat(990)}`,
    `select ${list(1600, (index) => `"Table"."Column ${index}" AS C${index}`).join(',')} from t`,
    `select 1 where x in (${list(10_000, String).join(',')})`,
    `select 1 where ${list(10_000, (index) => `x = ${index}`).join(' or ')}`,
    `select '${'x'.repeat(1024 * 1024 - 9)}'`,
    `select ${list(40_000, (index) => `a${index}+b.c AS C${index}`).join(',')}`,
  ];
  for (const text of texts) expect((await thread.ask(text)).kind, text.slice(0, 40)).toBe('parsed');
});

it('refuses what is deeper or longer, and goes on', async () => {
  const deep = [
    `select ${'f('.repeat(1100)}1${')'.repeat(1100)}`,
    `select 1${'+a'.repeat(500_000)}`,
    `select a${'::int'.repeat(200_000)}`,
    `select a${'[1]'.repeat(20_000)}`,
    '('.repeat(1024 * 1024),
    `select ${'case when '.repeat(100_000)}`,
    `select 1${' union select 1'.repeat(60_000)}`,
  ];
  for (const text of deep)
    expect(await thread.ask(text), text.slice(0, 40)).toMatchObject({ refusal: { code: 'sql.too-deep' } });
  expect(await thread.ask(`select '${'ä'.repeat(600_000)}'`)).toMatchObject({ refusal: { code: 'sql.too-large' } });
  expect(await thread.ask('select 1')).toMatchObject({ kind: 'parsed' });
});
