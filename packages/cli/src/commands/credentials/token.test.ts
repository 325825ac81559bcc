import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runOrrery } from '../../command/run-orrery.ts';

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'orrery-token-'));
});

afterEach(() => rmSync(directory, { recursive: true }));

const token = (...args: string[]) => runOrrery(['token', ...args], { directory });

it('prints a token with the context in it, valid for a day', async () => {
  const { output, code } = await token('--context', '{"tenant":"acme"}');
  const claims = decodeJwt(output.trim());
  expect([code, claims['tenant']]).toEqual([0, 'acme']);
  expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(24 * 60 * 60);
});

it('agrees with a process that starts at the same time on a new data folder', async () => {
  const results = await Promise.all([token('--expires', '60'), token('--expires', '60'), token('--expires', '60')]);
  expect(results.map(({ code, errors }) => [code, errors])).toEqual(results.map(() => [0, '']));
});

it.each([
  [['--deployment', '7'], 'There is no deployment 7.'],
  [['--expires', 'soon'], '--expires takes a whole number'],
  [['--context', '[1]'], 'A security context is a JSON object'],
  [['--context', '{"cubeCloud":{"groups":"sales"}}'], 'cubeCloud.groups is not a list of texts'],
  [['--context', '{"cubeCloud":{"user":99}}'], 'there is no active user 99'],
])('refuses %j', async (args, message) => {
  const { code, errors } = await token(...args);
  expect(code).toBe(1);
  expect(errors).toContain(message);
});

it.each([
  ['{"groups":["managers"]}', 'write cubeCloud.groups'],
  ['{"cubeCloud":{"group":["managers"]}}', 'Did you mean cubeCloud.groups?'],
])('signs %s and lists what policies do not read', async (context, message) => {
  const { code, output, errors } = await token('--context', context);
  expect([code, errors]).toEqual([0, expect.stringContaining(message)]);
  expect(decodeJwt(output.trim())).toMatchObject(JSON.parse(context));
});
