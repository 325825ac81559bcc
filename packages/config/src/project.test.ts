import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConfigError, describeConfigProblem } from '../../kernel/src/failure/config-problem.ts';
import { type Project, readProject } from './project.ts';
import type { EnvironmentVariables } from './setting-reader.ts';

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'orrery-project-'));
  mkdirSync(join(directory, 'model'));
});

afterEach(() => rmSync(directory, { recursive: true }));

function read(text: string, environment: EnvironmentVariables = {}): Project {
  writeFileSync(join(directory, 'orrery.yml'), text);
  return readProject(directory, environment);
}

function problemsOf(text: string, environment: EnvironmentVariables = {}): readonly string[] {
  try {
    read(text, environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems.map(describeConfigProblem);
    throw error;
  }
  return [];
}

const source = 'data_sources:\n  default:\n    type: duckdb\n';

describe('orrery.yml', () => {
  it.each([61, 1000, 100_000])('is refused with the most levels when it is nested %i levels deep', (levels) => {
    const [first, ...others] = problemsOf(`query: ${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}\n`);
    expect(first).toMatch(/^orrery\.yml:1:\d+: The file is nested more than 60 levels deep\.$/);
    expect(others.join()).not.toMatch(/call stack/i);
  });

  it('names the data sources and the rules of queries', () => {
    const project = read(
      `${source}    database: data/shop.duckdb\n    allow: [data]\n    init:\n      - SELECT 1\n` +
        'query:\n  timezone: Europe/Berlin\n  default_limit: 100\n  max_limit: 200\n  timeout_seconds: 30\n  concurrency: 3\n  concurrency_per_tenant: 1\n',
    );
    expect(project.dataSources.get('default')).toEqual({
      type: 'duckdb',
      database: 'data/shop.duckdb',
      allow: ['data'],
      init: ['SELECT 1'],
    });
    expect(project.query).toEqual({
      defaultZone: 'Europe/Berlin',
      defaultLimit: 100,
      maxLimit: 200,
      maxResultMb: 128,
      maxIntermediateMb: 256,
      timeoutMs: 30_000,
      concurrency: 3,
      concurrencyPerTenant: 1,
      masks: {},
      rules: [],
    });
  });

  it('names branches, and the variables that templates may read', () => {
    const text = `${source}branches:\n  next: .\nmodel_variables: [SCHEMA, UNSET]\n`;
    const { branches, modelVariables } = read(text, { SCHEMA: 'sales', OTHER: 'x' });
    const next = { modelDirectory: join(directory, 'model'), agentsDirectory: join(directory, 'agents') };
    expect(branches).toEqual(new Map([['next', next]]));
    expect(modelVariables).toEqual(
      new Map([
        ['SCHEMA', 'sales'],
        ['UNSET', undefined],
      ]),
    );
  });

  it('makes schemas of folders where it says so, by paths where there is a delimiter', () => {
    const withFolders = (value: string) => `${source}sql:\n  folders_as_schemas: ${value}\n`;
    expect(read(source, {}).folderSchemas).toBeUndefined();
    expect(read(withFolders('false'), {}).folderSchemas).toBeUndefined();
    expect(read(withFolders('true'), {}).folderSchemas).toEqual({ delimiter: undefined });
    const paths = { ORRERY_NESTED_FOLDERS_DELIMITER: ' / ' };
    expect(read(withFolders('true'), paths).folderSchemas).toEqual({ delimiter: ' / ' });
    expect(problemsOf(withFolders('yes please'))).toEqual([expect.stringContaining('folders_as_schemas')]);
  });

  it.each(['cube.js', 'cube.py'])('is refused with a %s, whose rules would not apply', (program) => {
    writeFileSync(join(directory, program), "require('./rules')");
    expect(problemsOf(source)).toEqual([expect.stringContaining(`'${program}' is not read`)]);
  });

  it.each([
    ['cube.js', '// Options: https://example.com\n/* none\n yet */\nmodule.exports = {\n  // jwt: {},\n};\n'],
    ['cube.py', 'from cube import config, file_repository\n# config.jwt = {}\n'],
    ['cube.js', ''],
  ])('is accepted with a %s that sets nothing', (program, text) => {
    writeFileSync(join(directory, program), text);
    expect(() => read(source)).not.toThrow();
  });

  it('reports what a program sets, with its replacement', () => {
    const python = `from cube import config

config.base_path = '/data'
config.jwt = {'key': 'x'}  # scheduled_refresh_timer

@config('query_rewrite')
def rewrite(query: dict, ctx: dict) -> dict:
    return query
`;
    writeFileSync(join(directory, 'cube.py'), python);
    expect(problemsOf(source)).toEqual([
      expect.stringMatching(/^cube\.py:3:8: .* sets base_path\. Set ORRERY_BASE_PATH\./),
      expect.stringMatching(/^cube\.py:4:8: .* sets jwt\. .*ORRERY_JWK_URL/),
      expect.stringMatching(/^cube\.py:6:10: .* sets query_rewrite\. .*query_rewrite in orrery\.yml/),
    ]);
    rmSync(join(directory, 'cube.py'));
    const script = `const logger = require('./logger');
module.exports = {
  contextToAppId: ({ securityContext }) => \`APP_\${securityContext.tenant}\`,
  queryRewrite(query) {
    logger.info('x');
    return query;
  },
  http: { cors: {} },
};
`;
    writeFileSync(join(directory, 'cube.js'), script);
    expect(problemsOf(source)).toEqual([
      expect.stringMatching(/^cube\.js:3:3: .* sets context_to_app_id\. Nothing takes its place/),
      expect.stringMatching(/^cube\.js:4:3: .* sets query_rewrite/),
      expect.stringMatching(/^cube\.js:8:3: .* sets http\. Set ORRERY_CORS_ORIGINS/),
    ]);
  });

  it('wins over the variables of the reference, which win over the defaults', () => {
    const environment = {
      CUBEJS_DB_QUERY_LIMIT: '500',
      CUBEJS_DB_QUERY_DEFAULT_LIMIT: '900',
      CUBEJS_DB_QUERY_TIMEOUT: '2m',
      CUBEJS_DEFAULT_TIMEZONE: 'Asia/Tokyo',
      CUBEJS_CONCURRENCY: '3',
    };
    const project = read(`${source}query:\n  concurrency: 2\n`, environment);
    expect(project.query).toEqual({
      defaultZone: 'Asia/Tokyo',
      defaultLimit: 500,
      maxLimit: 500,
      maxResultMb: 128,
      maxIntermediateMb: 256,
      timeoutMs: 120_000,
      concurrency: 2,
      concurrencyPerTenant: 1,
      masks: {},
      rules: [],
    });
    expect(project.borrowed).toContain('CUBEJS_DB_QUERY_LIMIT');
    expect(project.borrowed).not.toContain('CUBEJS_CONCURRENCY');
  });

  it('reads variables into its values', () => {
    const project = read(`${source}    database: \${FOLDER}/shop.duckdb\n`, { FOLDER: '/data' });
    expect(project.dataSources.get('default')).toMatchObject({ database: '/data/shop.duckdb' });
  });

  it('names file, line and variable when a variable is not set', () => {
    expect(problemsOf(`${source}    database: \${FOLDER}/\${NAME}\n`)).toEqual([
      "orrery.yml:4:15: The variable 'FOLDER' is not set.",
      "orrery.yml:4:15: The variable 'NAME' is not set.",
    ]);
  });

  it('names every unknown key with the nearest known one', () => {
    expect(problemsOf(`${source}    databse: x\nqeury:\n  timezone: UTC\n`)).toEqual([
      "orrery.yml:5:1: Unknown key 'qeury' in orrery.yml. Did you mean 'query'?",
      "orrery.yml:4:5: Unknown key 'databse' in data source 'default'. Did you mean 'database'?",
    ]);
  });

  it.each([
    [
      'type: duckbd',
      "There is no engine 'duckbd'; this version has duckdb, postgres, mysql, trino, clickhouse, athena, bigquery, databricks, redshift, snowflake, spark, starburst. Did you mean duckdb?",
    ],
    ['allow: [data]', "'type' is missing in data source 'default'."],
  ])('refuses a data source with %s', (line, message) => {
    expect(problemsOf(`data_sources:\n  default:\n    ${line}\n`)).toEqual([expect.stringContaining(message)]);
  });

  it.each([
    ['branches:\n  next: ../gone\n', "orrery.yml:5:9: The branch 'next' has no folder"],
    ['branches:\n  a/b: .\n', "'a/b' cannot be the name of a branch."],
    ['model_variables: [ORRERY_SECRET_KEY]\n', "'ORRERY_SECRET_KEY' is a setting of Orrery"],
    ['query:\n  timezone: Mars/Base\n', "There is no time zone 'Mars/Base'."],
    ['query:\n  concurrency: 25\n', "'concurrency' must be a whole number from 2 to 24."],
    ['query:\n  max_limit: many\n', "'max_limit' must be a whole number"],
    ['query: fast\n', 'query must be a mapping.'],
    ['query:\n  concurrency: 2\n  concurrency: 3\n', 'orrery.yml:6:3: Map keys must be unique'],
  ])('refuses %j', (text, message) => {
    expect(problemsOf(source + text)).toEqual([expect.stringContaining(message)]);
  });

  it('is required, and so is the model folder', () => {
    expect(() => readProject(directory, {})).toThrow('There is no orrery.yml');
    rmSync(join(directory, 'model'), { recursive: true });
    expect(problemsOf(source)).toEqual([expect.stringContaining('The project has no folder')]);
  });

  it('needs a default data source', () => {
    expect(problemsOf('query:\n  timezone: UTC\n')).toEqual([expect.stringContaining("'data_sources' is missing")]);
    expect(problemsOf('data_sources:\n  other:\n    type: duckdb\n')).toEqual([
      expect.stringContaining('no source named default'),
    ]);
  });
});
