import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConfigError, describeConfigProblem } from '../../kernel/src/failure/config-problem.ts';
import type { DataSourceSettings } from './data-sources.ts';
import { readForeignProject } from './foreign-project.ts';

let outside: string;
let directory: string;

beforeEach(() => {
  outside = mkdtempSync(join(tmpdir(), 'orrery-foreign-'));
  directory = join(outside, 'version');
  for (const folder of ['version/model', 'version/data', 'version/next/model', 'other/model'])
    mkdirSync(join(outside, folder), { recursive: true });
  for (const file of ['version/data/shop.duckdb', 'version/ca.pem', 'other/shop.duckdb', 'other/ca.pem'])
    writeFileSync(join(outside, file), '-----BEGIN CERTIFICATE-----');
  symlinkSync(join(outside, 'other'), join(directory, 'link'));
  symlinkSync(join(outside, 'other/shop.duckdb'), join(directory, 'data/link.duckdb'));
  process.env['ORRERY_TEST_OF_FOREIGN'] = 'a secret of the process';
});

afterEach(() => {
  delete process.env['ORRERY_TEST_OF_FOREIGN'];
  rmSync(outside, { recursive: true });
});

interface Given {
  readonly variables?: Readonly<Record<string, string>>;
  readonly dataSources?: Readonly<Record<string, DataSourceSettings>>;
}

function read(text: string, { variables = {}, dataSources = {} }: Given = {}) {
  writeFileSync(join(directory, 'orrery.yml'), text);
  const inputs = { variables: new Map(Object.entries(variables)), dataSources: new Map(Object.entries(dataSources)) };
  return readForeignProject(directory, inputs);
}

function problemsOf(text: string, given: Given = {}): string {
  try {
    read(text, given);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems.map(describeConfigProblem).join('\n');
    throw error;
  }
  return '';
}

const duckdb = (more: string) => `data_sources:\n  default:\n    type: duckdb\n${more}`;

it('a project that stays inside is read like any other', () => {
  const text = `${duckdb(
    '    database: ./data/../data/shop.duckdb\n    allow: [data, .]\n    init:\n' +
      "      - CREATE TEMP VIEW v AS SELECT ';' AS x FROM 'data/a.csv'; \n",
  )}branches: { next: next }\nmodel_variables: [REGION, ABSENT]\n`;
  const project = read(text, { variables: { REGION: 'north' } });
  expect(project.dataSources.get('default')).toMatchObject({ isForeign: true, allow: ['data', '.'] });
  expect([...project.modelVariables]).toEqual([
    ['REGION', 'north'],
    ['ABSENT', undefined],
  ]);
  expect([...project.branches.keys()]).toEqual(['next']);
});

describe('41, 43: variables are those of the deployment', () => {
  it.each(['ORRERY_TEST_OF_FOREIGN', 'PATH', 'HOME', 'constructor', '__proto__', 'toString'])(
    '%s is not set, in orrery.yml and in templates',
    (name) => {
      const text = duckdb(`    database: "\${${name}}"\n`);
      expect(problemsOf(text)).toContain(`The variable '${name}' is not set.`);
      expect(problemsOf(text)).not.toContain('a secret of the process');
      expect(problemsOf(`data_sources:\n  default:\n    type: postgres\n    url: \${${name}}\n`)).toContain(
        'is not set',
      );
      if (name.startsWith('ORRERY_')) return;
      expect(read(`${duckdb('')}model_variables: [${name}]\n`).modelVariables.get(name)).toBeUndefined();
    },
  );

  it('settings of the process say nothing about it', () => {
    process.env['CUBEJS_SCHEMA_PATH'] = '../other/model';
    try {
      expect(read(duckdb('')).modelDirectory).toBe(join(directory, 'model'));
    } finally {
      delete process.env['CUBEJS_SCHEMA_PATH'];
    }
    const variables = { CUBEJS_SCHEMA_PATH: '../other/model', CUBEJS_DB_QUERY_LIMIT: '7' };
    const project = read(duckdb(''), { variables });
    expect([project.modelDirectory, project.query.maxLimit]).toEqual([join(directory, 'model'), 50_000]);
    expect(problemsOf(`${duckdb('')}model_variables: [ORRERY_SECRET_KEY]\n`)).toContain('is a setting of Orrery');
  });
});

const ways = ['../other', '/', '/etc', 'link', 'data/../../other', 'nowhere', '~root', '"a\\0b"'];

describe('41: a project names nothing outside its folder, with links resolved', () => {
  it.each(ways)('%s is no folder to allow', (way) => {
    expect(problemsOf(duckdb(`    allow: [data, ${way}]\n`))).toContain("of 'allow' is not in the project.");
    expect(problemsOf(duckdb('    allow: ["${WAY}"]\n'), { variables: { WAY: way } })).toContain(
      'is not in the project',
    );
  });

  it.each(['../other/shop.duckdb', '/etc/passwd', 'link/shop.duckdb', 'data/link.duckdb', 'data/none.duckdb'])(
    '%s is no database',
    (way) => {
      expect(problemsOf(duckdb(`    database: ${way}\n`))).toContain("of 'database' is not in the project.");
      expect(problemsOf(duckdb('    database: ${WAY}\n'), { variables: { WAY: way } })).toContain(
        'is not in the project',
      );
    },
  );

  it.each(ways.slice(0, -1))('%s is no branch', (way) => {
    expect(problemsOf(`${duckdb('')}branches: { one: ${way} }\n`)).toContain("The branch 'one' is not in the project");
  });

  it.each(['../other/ca.pem', '/etc/passwd', 'link/ca.pem', 'none.pem'])('%s is no authority', (way) => {
    const text = `data_sources:\n  default:\n    type: postgres\n    url: \${URL}\n    ssl: { ca: ${way} }\n`;
    expect(problemsOf(text, { variables: { URL: 'postgres://reader@db/shop' } })).toContain(
      `The file '${way}' is not in the project.`,
    );
  });

  it('one inside of it is', () => {
    const text = 'data_sources:\n  default:\n    type: postgres\n    url: ${URL}\n    ssl: { ca: ca.pem }\n';
    expect(problemsOf(text, { variables: { URL: 'postgres://reader@db/shop' } })).toBe('');
  });
});

describe('34: init makes temporary views', () => {
  it.each([
    "COPY (SELECT 1) TO 'data/out.csv'",
    "CREATE TEMP VIEW v AS SELECT 1; COPY (SELECT 1) TO 'data/out.csv'",
    "CREATE TEMP VIEW v AS SELECT ''; --\n COPY (SELECT 1) TO 'data/out.csv'",
    'CREATE TABLE t AS SELECT 1',
    'INSTALL httpfs',
    'SET memory_limit = 1',
    '${SQL}',
  ])('%s is refused', (statement) => {
    const text = duckdb(`    init:\n      - ${JSON.stringify(statement)}\n`);
    expect(problemsOf(text, { variables: { SQL: 'DROP TABLE t' } })).toMatch(
      /^orrery\.yml:\d+:\d+: 'init' of an uploaded/,
    );
  });
});

describe('data sources of the deployment', () => {
  const warehouse: DataSourceSettings = { type: 'duckdb', allow: [], init: [] };

  it('are added to those of the file', () => {
    const text = 'data_sources:\n  local:\n    type: duckdb\n';
    expect([...read(text, { dataSources: { default: warehouse } }).dataSources.keys()]).toEqual(['default', 'local']);
    expect([...read('query: {}\n', { dataSources: { default: warehouse } }).dataSources.keys()]).toEqual(['default']);
    expect(problemsOf(text, { dataSources: { other: warehouse } })).toContain('has no source named default');
    expect(problemsOf('query: {}\n')).toContain("'data_sources' is missing");
  });

  it('are not replaced by one of the file with the same name', () => {
    expect(problemsOf(duckdb(''), { dataSources: { default: warehouse } })).toContain(
      "The data source 'default' is already defined for the deployment",
    );
  });
});

it('44: a project opens no more resources than a deployment may have', () => {
  const many = (count: number, line: (name: string) => string) =>
    Array.from({ length: count }, (_, index) => line(`one_${index}`)).join('');
  const branches = (count: number) => `${duckdb('')}branches:\n${many(count, (name) => `  ${name}: next\n`)}`;
  const sources = (count: number) => duckdb('') + many(count - 1, (name) => `  ${name}: { type: duckdb }\n`);
  expect([read(branches(10)).branches.size, read(sources(20)).dataSources.size]).toEqual([10, 20]);
  expect(problemsOf(branches(11))).toBe('orrery.yml:5:3: An uploaded project has at most 10 branches.');
  const tooMany = 'An uploaded project and its deployment have at most 20 data sources.';
  expect(problemsOf(sources(21))).toBe(`orrery.yml:2:3: ${tooMany}`);
  const { dataSources } = read(sources(2));
  const given = Object.fromEntries([...dataSources].map(([name, source]) => [`given_${name}`, source]));
  expect(problemsOf(sources(19), { dataSources: given })).toBe(`orrery.yml:2:3: ${tooMany}`);
});

it('44: a project is read in time proportional to its size, and inserts variables up to a limit', () => {
  const keys = Array.from({ length: 18_000 }, (_, index) => `k${index}:\n`).join('');
  expect(problemsOf(`${duckdb('')}${keys}k1:\n`)).toContain('Map keys must be unique');
  const allow = `    allow: [${Array(200).fill('"${LONG}"').join(', ')}]\n`;
  const given = { variables: { LONG: 'x'.repeat(32_768) } };
  expect(problemsOf(duckdb(allow), given)).toContain('More than 1000000 characters of variables are in the file.');
});

it('a project gets at most the default share of the process', () => {
  const query = 'query: { max_limit: 60000, timeout_seconds: 601, concurrency: 5, max_result_mb: 129 }\n';
  const said = problemsOf(`${duckdb('')}${query}`);
  for (const key of ['max_limit', 'timeout_seconds', 'concurrency', 'max_result_mb'])
    expect(said).toContain(`'${key}'`);
  const most = 'query: { max_limit: 50000, timeout_seconds: 600, concurrency: 4, max_result_mb: 128 }\n';
  expect(read(`${duckdb('')}${most}`).query).toMatchObject({ maxLimit: 50_000, timeoutMs: 600_000, concurrency: 4 });
});
