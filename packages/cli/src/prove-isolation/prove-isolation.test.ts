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
