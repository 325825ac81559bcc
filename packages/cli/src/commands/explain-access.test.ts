import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accessReportsSchema } from '@orrery/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { explain } from './explain.ts';
import { parseFlags } from '../command/parse-flags.ts';

let directory: string;

const settings = `
data_sources: { default: { type: duckdb } }
query_rewrite:
  - when: [{ if: "groups.includes('eu')" }]
    add: { filters: [{ member: people.id, operator: lt, values: ["{ securityContext.most }"] }] }
`;

const model = `
cubes:
  - name: people
    sql: SELECT 1 AS id, 'EU' AS region
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: region, sql: region, type: string }
      - { name: name, sql: region, type: string }
    measures:
      - { name: count, type: count }
    access_policy:
      - group: eu
        member_level: { excludes: [name] }
        row_level: { filters: [{ member: region, operator: equals, values: [EU] }] }
      - group: admin
`;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'orrery-explain-'));
  mkdirSync(join(directory, 'model'));
  writeFileSync(join(directory, 'orrery.yml'), settings);
  writeFileSync(join(directory, 'model', 'people.yml'), model);
  writeFileSync(join(directory, 'ann.json'), '{"most":7,"cubeCloud":{"groups":["eu"]}}');
});

afterAll(() => rmSync(directory, { recursive: true }));

async function run(...args: readonly string[]): Promise<string> {
  const printed: string[] = [];
  const print = (text: string) => void printed.push(text);
  const serve = () => Promise.reject(new Error('nothing is served here'));
  const { flags, words } = parseFlags(explain, ['--project', '.', ...args]);
  await explain.run({
    flags,
    words,
    environment: {},
    directory,
    clock: Date,
    print,
    note: print,
    serve,
    serveInside: serve,
  });
  return printed.join('\n');
}

const admin = '{"most":7,"cubeCloud":{"groups":["admin"]}}';
const count = '{"measures":["people.count"]}';

describe('orrery explain --as', () => {
  it('explains the model for a caller from a file', async () => {
    expect(await run('--as', '@ann.json')).toBe(`Caller
  groups: eu

cube people: by its policies
  people.yml:12 applies
    shows people.id, people.region, people.count
    of rows where people.region equals "EU"
  people.yml:15 does not apply: the caller has none of the groups admin
  hidden: people.name, no policy that applies includes it (people.yml:12)

Rules for queries
  orrery.yml:4 acts, of every query: only rows where people.id lt "7"`);
  });

  it('explains a query for the caller', async () => {
    const text = await run('--as', '@ann.json', count);
    expect(text).toContain('of people only rows where (people.region is "EU" and people.id < 7)');
    expect(text).toContain('SQL (default)');
  });

  it('explains why a query is refused, and fails', async () => {
    await expect(run('--as', '@ann.json', '{"dimensions":["people.name"]}')).rejects.toThrow("'name' not found");
    const undecided = await run('--as', '{"cubeCloud":{"groups":["eu"]}}');
    expect(undecided).toContain('cannot be decided, and refuses them, of every query: the filter on people.id');
    expect(undecided).toContain("'securityContext.most' has no value");
  });

  it('shows the differences between two callers', async () => {
    const text = await run('--as', '@ann.json', '--compare', admin);
    expect(text).toContain('people, people.name\n    first:  hidden');
    expect(text).toContain('query_rewrite, orrery.yml:4');
    expect(await run('--as', admin, '--compare', admin, count)).toBe('Both see the same.');
  });

  it('prints JSON for programs', async () => {
    const { report, differences } = accessReportsSchema.parse(
      JSON.parse(await run('--as', '@ann.json', '--compare', admin, '--json', count)),
    );
    expect(report.query?.rules).toEqual([{ of: 'people', rows: '(people.region is "EU" and people.id < 7)' }]);
    expect(differences?.length).toBeGreaterThan(0);
  });

  it.each([
    [[], 'Give a query, or a caller with --as'],
    [['--as', '@nobody.json'], 'cannot be read'],
    [['--as', '[]'], 'A security context is a JSON object'],
    [['--as', '{"cubeCloud":{"groups":"eu"}}'], 'cubeCloud.groups is not a list of texts'],
  ])('refuses %j', async (args, message) => {
    await expect(run(...args)).rejects.toThrow(message);
  });
});
