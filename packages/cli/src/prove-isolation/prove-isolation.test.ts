import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serveInside } from '../serve-inside.ts';
import type { CommandInput } from '../command/command.ts';
import { proveIsolation } from '../commands/prove.ts';

const people = `
cubes:
  - name: people
    sql: >
      SELECT * FROM (VALUES (1, 'Ana', 'EU', 100), (2, 'Dee', 'EU', 400), (3, 'Ben', 'US', 200), (4, 'Cai', NULL, 50))
      AS t (id, name, region, pay)
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: name, sql: name, type: string }
      - { name: region, sql: region, type: string }
      - { name: pay, sql: pay, type: number }
    measures:
      - { name: count, type: count }
      - { name: total_pay, sql: "{pay}", type: sum }
    access_policy:
      - group: staff
        member_level: { excludes: [pay] }
        row_level: { filters: [{ member: region, operator: equals, values: userAttributes.regions }] }
      - group: owners
  - name: visits
    sql: SELECT * FROM (VALUES (1, 1), (2, 1), (3, 3), (4, NULL)) AS t (id, person)
    joins: [{ name: people, relationship: many_to_one, sql: "{CUBE}.person = {people}.id" }]
    dimensions: [{ name: id, sql: id, type: number, primary_key: true }]
    measures: [{ name: count, type: count }]
views:
  - name: seen
    cubes: [{ join_path: visits, includes: [count] }, { join_path: visits.people, includes: [name, region] }]
`;

const tests = `
tests:
  - name: The team of the EU
    as: { cubeCloud: { groups: [staff], userAttributes: { regions: [EU] } } }
    sees: [people.count]
`;

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'orrery-prove-'));
  mkdirSync(join(directory, 'model'));
  mkdirSync(join(directory, 'access_tests'));
  writeFileSync(join(directory, 'orrery.yml'), 'data_sources: { default: { type: duckdb } }');
  writeFileSync(join(directory, 'model', 'people.yml'), people);
  writeFileSync(join(directory, 'access_tests', 'people.yml'), tests);
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

async function prove(flags: CommandInput['flags'], serving: CommandInput['serveInside'] = serveInside) {
  const printed: string[] = [];
  const print = (text: string) => void printed.push(text);
  const serve = () => Promise.reject(new Error('nothing is served here'));
  const clock = { now: () => Date.parse('2024-05-15T10:20:30Z') };
  const input = { words: [], environment: {}, directory, clock, print, note: print, serve, serveInside: serving };
  const code = await proveIsolation.run({ ...input, flags: { project: '.', ...flags } });
  return { code, report: printed.join('\n') };
}

/** Answers every caller with another caller's rows. */
const leaking: CommandInput['serveInside'] = async (...given) => {
  const served = await serveInside(...given);
  const owner = { cubeCloud: { groups: ['owners'] } };
  const isLoad = (route: string) => route === 'load';
  return { ...served, ask: (context, route, body) => served.ask(isLoad(route) ? owner : context, route, body) };
};

type Connect = Awaited<ReturnType<CommandInput['serveInside']>>['connect'];
type Ask = Awaited<ReturnType<Connect>>['ask'];
const owners = { cubeCloud: { groups: ['owners'] } };

/** Answers statements by the port of PostgreSQL's protocol as `leak` says, which has the connection of an owner too. */
const leakingByPort =
  (leak: (text: string, own: Ask, owner: Ask) => ReturnType<Ask>): CommandInput['serveInside'] =>
  async (...given) => {
    const served = await serveInside(...given);
    return {
      ...served,
      connect: async (context, name) => {
        const own = await served.connect(context, name);
        const owner = await served.connect(owners, name);
        return {
          ask: (text, protocol) =>
            leak(
              text,
              (one) => own.ask(one, protocol),
              (one) => owner.ask(one, protocol),
            ),
        };
      },
    };
  };

describe('orrery prove isolation', { timeout: 600_000 }, () => {
  it('queries as the users of access tests and as others, and reports what was compared', async () => {
    const { code, report } = await prove({ runs: '80', seed: '7' });
    expect(report).toMatch(/No difference was found; \d+ answers were compared row by row\./);
    expect(report).toContain('- Callers: 1 of access tests, 12 generated');
    expect(report).toContain('- Access tests: 1 of 1 assertions hold');
    expect(report).toContain('- Cubes and views with policies: people\n');
    expect(report).toContain('- Cubes and views without policies: visits, seen\n');
    expect(report).toMatch(/- The team of the EU: `{"cubeCloud":{"groups":\["staff"\]/);
    expect(report).toMatch(/- Model: [0-9a-f]{16}\n/);
    expect(report).toMatch(/- people, people.yml:\d+: The team of the EU/);
    expect(report).toMatch(/\| load \(compact\) \| .*\d/);
    expect(code).toBe(0);
  });

  it('repeats the same queries for the same seed', async () => {
    const [one, other] = [await prove({ runs: '40', seed: '7' }), await prove({ runs: '40', seed: '7' })];
    expect(other.report).toBe(one.report);
  });

  it('finds an answer meant for another caller, and exits with 1', async () => {
    const { code, report } = await prove({ runs: '80', seed: '7' }, leaking);
    expect(report).toMatch(/differences were found/);
    expect(report).toContain('"securityContext"');
    expect(code).toBe(1);
  });

  it.each<[string, RegExp, (text: string, own: Ask, owner: Ask) => ReturnType<Ask>]>([
    [
      'rows',
      /## Difference \d+: PostgreSQL, (?:simple|extended), everything\n\npeople.pay has a column/,
      (text, own, owner) => (text.startsWith('SELECT * FROM "') ? owner(text, 'simple') : own(text, 'simple')),
    ],
    [
      'a plan',
      /: PostgreSQL, (?:simple|extended)(?:, by itself)?, EXPLAIN\n\nit names people.pay/,
      async (text, own) => {
        const answer = await own(text, 'simple');
        const isPlan = text.startsWith('EXPLAIN') && !('error' in answer);
        return isPlan ? { ...answer, rows: [...answer.rows, ['people.pay']] } : answer;
      },
    ],
    [
      'columns of the catalogs',
      /: PostgreSQL, catalogs, extended\n\npeople.pay is listed in pg_attribute/,
      (text, own, owner) => (text.includes('pg_catalog.pg_attribute a') ? owner(text, 'simple') : own(text, 'simple')),
    ],
    [
      'names of hidden members in the catalogs',
      /: PostgreSQL, catalogs, whole\n\nit names people.pay/,
      (text, own) => own(text.replace('pg_catalog.pg_description', `(VALUES ('reads people.pay')) v`), 'simple'),
    ],
    [
      'statements of other connections',
      /: PostgreSQL, catalogs, whole\n\nit shows orrery_proof_1_ of another connection/,
      (text, own) => own(text.replace('pg_catalog.pg_stat_activity', `(VALUES ('orrery_proof_1_')) v`), 'simple'),
    ],
    [
      'another refusal of what is hidden',
      /: PostgreSQL, refusals, simple\n\npeople.pay: the refusal is not for you\n/,
      async (text, own) => {
        const answer = await own(text, 'simple');
        const isHidden = 'error' in answer && text.includes('"pay"');
        return isHidden ? { message: 'not for you', error: 'not for you' } : answer;
      },
    ],
    [
      'a hint',
      /: PostgreSQL, refusals, extended\n\nthe error of a similar name names people.pay/,
      async (text, own) => {
        const answer = await own(text, 'simple');
        return 'error' in answer ? { ...answer, error: `${answer.error}\nDid you mean pay?` } : answer;
      },
    ],
    [
      'the end of another connection',
      /: PostgreSQL, other connections\n\nit ends orrery_proof_/,
      (text, own) => own(text.startsWith('SELECT pg_cancel_backend(') ? 'SELECT true' : text, 'simple'),
    ],
  ])('finds by the port of PostgreSQL: %s', async (_, found, leak) => {
    const { code, report } = await prove({ runs: '6', seed: '7' }, leakingByPort(leak));
    expect(report).toMatch(found);
    expect(code).toBe(1);
  });

  it('asks by the port of PostgreSQL what it asks over HTTP, in both protocols', async () => {
    const { report } = await prove({ runs: '20', seed: '7' });
    for (const path of ['simple', 'extended', 'simple, everything', 'extended, by itself', 'catalogs, simple'])
      expect(report).toMatch(new RegExp(`^\\| PostgreSQL, ${path} \\|.* [1-9]\\d* \\|`, 'm'));
    for (const path of ['catalogs, whole', 'refusals, simple', 'refusals, extended', 'other connections'])
      expect(report).toMatch(new RegExp(`^\\| PostgreSQL, ${path} \\|.* [1-9]\\d* \\|`, 'm'));
  });

  it('does not accept a run that compared nothing as proof', async () => {
    writeFileSync(join(directory, 'model', 'people.yml'), people.replaceAll('FROM (VALUES', 'FROM nowhere, (VALUES'));
    const { code, report } = await prove({ runs: '20', seed: '7' });
    expect(report).toContain('Nothing could be compared, so nothing is proven.');
    expect(code).toBe(1);
  });

  it.each([{ runs: 'many' }, { runs: '0' }, { seed: '-1' }])('refuses %j', async (flags) => {
    await expect(prove(flags)).rejects.toThrow(/takes a whole number/);
  });
});
