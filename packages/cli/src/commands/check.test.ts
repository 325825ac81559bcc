import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { scramVerifierText } from '@orrery/config';
import { check } from './check.ts';
import type { CommandInput } from '../command/command.ts';
import { init } from './init.ts';

let directory: string;
let printed: string;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'orrery-check-'));
  await init.run(input({}, ['shop']));
  printed = '';
});

afterEach(() => rmSync(directory, { recursive: true }));

function input(flags: CommandInput['flags'], words: readonly string[] = []): CommandInput {
  const print = (text: string) => void (printed += `${text}\n`);
  const serve = () => Promise.reject(new Error('nothing is served here'));
  return {
    flags,
    words,
    environment: { CUBEJS_TELEMETRY: 'no' },
    directory,
    clock: Date,
    print,
    note: print,
    serve,
    serveInside: serve,
  };
}

const checked = () => check.run(input({ project: 'shop' }));

describe('orrery check', () => {
  it('finds nothing wrong with a new project', async () => {
    expect(await checked()).toBe(0);
    expect(printed).toContain('1 cube, 0 views, 5 members\n');
    expect(printed).toContain('CUBEJS_TELEMETRY is set and has no effect.');
    expect(printed).toContain('No problems.');
  });

  it.each([
    [{ CUBEJS_SQL_SUPER_USER: 'eve' }, "CUBEJS_SQL_SUPER_USER is 'eve', which is no account: name one of sql.users"],
    [{ CUBEJS_SQL_USER: 'bi', CUBEJS_SQL_PASSWORD: 'x' }, "'bi' is an account of sql.users in orrery.yml and of"],
    [{ CUBEJS_SQL_SUPER_USER: 'bi' }, undefined],
    [{ CUBEJS_SQL_USER: 'eve', CUBEJS_SQL_PASSWORD: 'x', CUBEJS_SQL_SUPER_USER: 'eve' }, undefined],
  ])('checks the accounts of the SQL port that variables name: %j', async (environment, found) => {
    const verifier = await scramVerifierText('secret');
    const text = `data_sources: { default: { type: duckdb } }\nsql: { users: { bi: { verifier: "${verifier}" } } }\n`;
    writeFileSync(join(directory, 'shop', 'orrery.yml'), text);
    expect(await check.run({ ...input({ project: 'shop' }), environment })).toBe(found === undefined ? 0 : 1);
    expect(printed).toContain(found ?? 'No problems.');
  });

  it('lists every problem of all files with its position and lines, and exits with 1', async () => {
    writeFileSync(join(directory, 'shop', 'orrery.yml'), 'data_source:\n  default:\n    type: duckdb\n');
    writeFileSync(join(directory, 'shop', 'model', 'a.yml'), 'cubes:\n  - name: a\n    sql_tabel: a\n');
    writeFileSync(join(directory, 'shop', 'model', 'b.yml'), 'cubes:\n\t- name: b\n');
    writeFileSync(join(directory, 'shop', 'model', 'c.yml'), 'cubes:\n  - name: orders\n    sql_table: o\n');
    writeFileSync(join(directory, 'shop', 'model', 'd.js'), 'cube("d", {})');
    expect(await checked()).toBe(1);
    expect(printed).toContain("orrery.yml:1:1: Unknown key 'data_source' in orrery.yml. Did you mean 'data_sources'?");
    expect(printed).toMatch(/a\.yml:3:5: .*sql_tabel/);
    expect(printed).toContain('> 3 |     sql_tabel: a');
    expect(printed).toMatch(/b\.yml:2:1: /);
    expect(printed).toMatch(/(c|cubes\/orders)\.yml:\d+:\d+: .*orders/);
    expect(printed).toContain("d.js:1:1: 'd.js' is not read");
  });

  it('renders templates for an empty context, says so, and renders them for a given context', async () => {
    const text = 'cubes:\n  - name: t\n    sql_table: t_{{ COMPILE_CONTEXT.securityContext.tenant }}\n';
    writeFileSync(join(directory, 'shop', 'model', 't.yml'), text);
    expect(await checked()).toBe(0);
    expect(printed).toContain("note: t.yml:3:18: 'COMPILE_CONTEXT.securityContext.tenant' has no value");
    expect(printed).toContain('Templates read the security context. They were checked with an empty one');
    expect(printed).toContain(`are missing: t.yml. Check them with values of a caller: --context '{"tenant":"..."}'.`);
    expect(printed).toMatch(/\nNo problems in what was checked\. Not checked: t\.yml\.\n$/);
    printed = '';
    expect(await check.run(input({ project: 'shop', context: '{"tenant":"acme"}' }))).toBe(0);
    expect(printed).toContain('2 cubes, 0 views');
    expect(printed).not.toContain('note: t.yml');
    expect(await check.run(input({ project: 'shop', context: '{"tenant":"a b"}' }))).toBe(1);
    expect(printed).toContain('is not a single word');
  });

  it('lists the dependents of each problem, and what cannot be checked at all', async () => {
    const model = join(directory, 'shop', 'model');
    writeFileSync(join(model, 'a.yml'), 'cubes:\n  - name: a\n    sql_tabel: a\n');
    const text = `cubes:
  - name: b
    sql_table: b
    joins: [{ name: a, relationship: many_to_one, sql: "{CUBE}.a_id = {a}.id" }]
  - name: c
    sql_table: c
    measures: [{ name: total, sql: amount, type: sum }, { name: lost, type: number, sql: "{totl}" }]
`;
    writeFileSync(join(model, 'b.yml'), text);
    const yml = join(directory, 'shop', 'orrery.yml');
    const rules = `query_rewrite:
  - touches: [b]
    limit: 10
  - add: { filters: [{ member: c.lost, operator: set }] }
`;
    writeFileSync(yml, `${readFileSync(yml, 'utf8')}${rules}`);
    expect(await checked()).toBe(1);
    expect(printed).toMatch(/a\.yml:3:5: .*sql_table.* Unavailable: a, b\n/);
    expect(printed).toMatch(/b\.yml:7:\d+: .*Did you mean total\? Unavailable: c\.lost\n/);
    expect(printed).toContain(
      '\nCubes and views that cannot be queried: a, b\nMembers that cannot be queried: c.lost\n',
    );
    expect(printed).toMatch(/This rule refuses every query: 'b' is unavailable\n/);
    expect(printed).toMatch(/This rule refuses every query: 'c\.lost' is unavailable\. /);
  });

  it('names folders that cannot be schemas, where folders are to be schemas', async () => {
    const text = `views:
  - name: v
    cubes: [{ join_path: a, includes: '*' }]
    folders: [{ name: Pg_own, includes: '*' }, { name: Fine, includes: '*' }]
cubes:
  - { name: a, sql: SELECT 1 AS x, dimensions: [{ name: x, sql: x, type: number }] }
`;
    writeFileSync(join(directory, 'shop', 'model', 'folders.yml'), text);
    expect(await checked()).toBe(0);
    const yml = join(directory, 'shop', 'orrery.yml');
    writeFileSync(yml, `${readFileSync(yml, 'utf8')}sql:\n  folders_as_schemas: true\n`);
    expect(await checked()).toBe(1);
    expect(printed).toContain(
      "The folder 'Pg_own' of view 'v' cannot be a schema: PostgreSQL keeps the name for itself.\n",
    );
    expect(printed).not.toContain("'Fine'");
  });

  it('names the files whose problems prevent a check of the data', async () => {
    writeFileSync(join(directory, 'shop', 'cube.py'), 'import os\nconfig.query_rewrite = f\n');
    expect(await check.run(input({ project: 'shop', connect: true, content: true }))).toBe(1);
    expect(printed).toContain('The data sources are not queried while cube.py has problems.');
    expect(printed).toContain('What people have saved is not checked while cube.py has problems.');
  });

  it('checks every branch, or the requested one', async () => {
    const yml = join(directory, 'shop', 'orrery.yml');
    writeFileSync(yml, `${readFileSync(yml, 'utf8')}branches:\n  next: ../next\n  sound: ../sound\n`);
    for (const [branch, text] of [
      ['next', 'cubes:\n  - name: a\n    sql_tabel: a\n'],
      ['sound', 'cubes:\n  - name: a\n    sql_table: a\n'],
    ] as const) {
      mkdirSync(join(directory, branch, 'model'), { recursive: true });
      writeFileSync(join(directory, branch, 'model', 'a.yml'), text);
    }
    expect(await checked()).toBe(1);
    expect(printed).toMatch(/1 cube, 0 views, 5 members\n[^]*\nBranch next\n[^]*a\.yml:3:5: [^]*\nBranch sound\n/);
    printed = '';
    expect(await check.run(input({ project: 'shop', branch: 'sound' }))).toBe(0);
    expect(printed).toMatch(/^\nBranch sound\n1 cube/);
    await expect(check.run(input({ project: 'shop', branch: 'nxt' }))).rejects.toThrow(
      "orrery.yml has no branch 'nxt'. Did you mean next?",
    );
  });
});

describe('orrery check of agents', () => {
  const write = (path: string, text: string) => {
    mkdirSync(join(directory, 'shop/agents', path, '..'), { recursive: true });
    writeFileSync(join(directory, 'shop/agents', path), text);
  };

  it('names faults of the files, and certified queries and views that the model lacks', async () => {
    write('config.yml', 'memory_mod: user\naccessible_views: [sale]');
    write('rules/a.md', 'no head');
    write('queries/good.md', '---\nuser_request: How many?\n---\nSELECT MEASURE(count) FROM orders');
    write('queries/bad.md', '---\nuser_request: How many?\n---\nSELECT MEASURE(cout) FROM orders');
    expect(await checked()).toBe(1);
    expect(printed).toContain("agents/config.yml:1:1: Unknown key 'memory_mod' in agents/config.yml.");
    expect(printed).toContain("agents/config.yml:2:20: The model has no view 'sale'.");
    expect(printed).toContain('agents/rules/a.md:1:1: The file does not begin with a head.');
    expect(printed).toContain("agents/queries/bad.md:4:1: The certified query 'bad' cannot be answered: ");
    expect(printed).not.toContain("'good'");
    expect(printed).toContain('4 problems.');
  });

  it('counts what it found sound', async () => {
    write('rules/a.md', '---\ntype: always\n---\nBe brief');
    expect(await checked()).toBe(0);
    expect(printed).toContain('1 agent: 1 rule, 0 skills, certified queries: 0, 0 eval questions.');
  });
});
