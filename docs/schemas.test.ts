import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { compileModel } from '@orrery/semantic';
import { describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { readCases } from '../cases/read-cases.ts';
import { readAccessTestFile, accessTestKeys } from '../packages/deployments/src/access-tests/read-access-tests.ts';
import { accessTestShapes, accessTestsSchema } from './schemas/access-tests-schema.ts';
import { agentKeys } from '../packages/agents/src/config/agent-keys.ts';
import { readAgentFiles } from '../packages/agents/src/config/read-agent-files.ts';
import { agentSchema, agentShapes, rootShapes } from './schemas/agent-schema.ts';
import { faultsOf } from './schemas/faults-of.ts';
import { modelSchema, modelShapes } from './schemas/model-schema.ts';
import { aiModelShapes, projectSchema, queryRuleShapes } from './schemas/project-schema.ts';
import { parseYaml } from '../packages/semantic/src/source/yaml/parse-yaml.ts';
import { aiModelKeys, readAiModels } from '../packages/config/src/ai-models/read-ai-models.ts';
import { queryRuleKeys, readQueryRules } from '../packages/config/src/query-rules.ts';
import { PositionedYaml } from '../packages/config/src/positioned-yaml.ts';
import type { Schema } from './schemas/schema-of.ts';

interface KnownShape {
  readonly file: string;
  readonly keys: readonly string[];
}

/** Keys that the readers of model files accept, as they declare them. */
const known = vi.hoisted(() => ({ shapes: [] as KnownShape[], choices: new Set<string>() }));

vi.mock('../packages/semantic/src/source/fields/read-fields.ts', async (original) => {
  const real = await original<typeof import('../packages/semantic/src/source/fields/read-fields.ts')>();
  return {
    ...real,
    shape: (...given: Parameters<typeof real.shape>) => {
      const [keys] = given;
      const file = /source\/([\w-]+\.ts)/.exec(new Error('where').stack?.split('\n')[2] ?? '')?.[1] ?? 'a reader';
      known.shapes.push({ file, keys: [...keys].sort() });
      return real.shape(...given);
    },
    readChoice: (...given: Parameters<typeof real.readChoice>) => {
      known.choices.add([...given[2]].sort().join());
      return real.readChoice(...given);
    },
  };
});

const root = resolve(import.meta.dirname, '..');
const schema = modelSchema();
const keysOf = (name: string) => Object.keys(modelShapes[name]?.keys ?? {}).sort();
const isEqual = (one: readonly string[], other: readonly string[]) => one.join() === other.join();
const shared = (one: readonly string[], other: readonly string[]) => one.filter((key) => other.includes(key)).length;

/** Explains to the author of a new key of a reader what is missing, and where. */
function difference({ file, keys }: KnownShape): string {
  const [nearest = ''] = Object.keys(modelShapes).toSorted((a, b) => shared(keys, keysOf(b)) - shared(keys, keysOf(a)));
  const its = keysOf(nearest);
  const missing = keys.filter((key) => !its.includes(key));
  const extra = its.filter((key) => !keys.includes(key));
  return `${file} knows the keys [${keys.join(', ')}]. In docs/schemas/model-schema.ts, '${nearest}' ${[
    missing.length > 0 ? `lacks [${missing.join(', ')}]` : '',
    extra.length > 0 ? `also has [${extra.join(', ')}]` : '',
  ]
    .filter(Boolean)
    .join(' and ')}`;
}

const examples = globSync('examples/**/model/**/*.yml', { cwd: root }).map((path) => ({
  path,
  text: readFileSync(join(root, path), 'utf8'),
}));
const modelsOfCases = new Set(readCases().map(({ model }) => model));
const texts = [
  ...[...modelsOfCases].map(({ name, text }) => ({ path: `cases/${name}.yml`, text })),
  ...examples,
].filter(({ text }) => !/\{[{%#]/.test(text));
/** Parses with the reader of models, which also accepts YAML that a stricter reader refuses. */
function valueOf(path: string, text: string): unknown {
  const parsed = parseYaml(path, { text });
  if (!parsed.ok) throw new Error(`${path} cannot be read`);
  return parsed.value;
}

const problemsOf = (text: string) => compileModel([{ path: 'model.yml', text }]).build.problems;

describe('the schema of model files', () => {
  it('has the keys of every reader, and no others', () => {
    const names = Object.keys(modelShapes);
    const lacking = known.shapes.filter(({ keys }) => !names.some((name) => isEqual(keysOf(name), keys)));
    expect(lacking.map(difference)).toEqual([]);
    const unread = names.filter((name) => !known.shapes.some(({ keys }) => isEqual(keys, keysOf(name))));
    expect(unread, 'definitions that no reader has').toEqual([]);
  });

  it('accepts every model that compiles', () => {
    const sound = texts.filter(({ text }) => problemsOf(text).length === 0);
    expect(sound.length).toBeGreaterThan(20);
    expect(
      sound.flatMap(({ path, text }) =>
        faultsOf(valueOf(path, text), schema, schema).map((fault) => `${path} ${fault}`),
      ),
    ).toEqual([]);
  });

  it('has every word of the lists that readers accept', () => {
    for (const { text } of texts) problemsOf(text);
    const camel = (word: string) => word.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    const listed = new Set(enumsOf(schema).map((words) => [...words].sort().join()));
    const spelled = [...known.choices].map((words) => [
      ...new Set(words.split(',').flatMap((one) => [one, camel(one)])),
    ]);
    expect(spelled.filter((words) => !listed.has(words.sort().join()))).toEqual([]);
  });

  it.each([
    ['cubes: [{name: a, sql_tabel: a}]', 'cubes[0].sql_tabel'],
    ['cubes: [{name: a, dimensions: {x: 1}}]', 'cubes[0].dimensions'],
    ['cubes: [{name: a, measures: [{name: m, type: cout}]}]', 'cubes[0].measures[0].type'],
    ['cubes: [{sql_table: a}]', 'cubes[0]'],
    ['models: []', 'models'],
    ['views: [{name: v, cubes: [{join_path: a}]}]', 'views[0].cubes[0]'],
  ])('finds what is wrong with %s', (text, place) => {
    expect(problemsOf(text)).not.toEqual([]);
    expect(faultsOf(parse(text), schema, schema).map((fault) => fault.split(' ')[0])).toContain(place);
  });

  const withPolicy = (policies: string) =>
    `cubes: [{name: a, sql_table: a, access_policy: ${policies}, dimensions: [{name: d, sql: d, type: string, mask: x}]}]`;

  it.each([
    '[{}]',
    '[{group: "*"}, {groups: [a, b]}, {role: c}]',
    '[{conditions: [{if: "{ securityContext.a }"}, {if: { groups.includes("b") }}, {if: true}]}]',
    '[{member_level: {includes: "*", excludes: [d]}, member_masking: {includes: [d]}}]',
    '[{memberLevel: {includes: []}, memberMasking: {excludes: "*"}, rowLevel: {allowAll: true}}]',
    '[{row_level: {filters: [{member: d, operator: set}, {or: [{member: d, operator: notEquals, values: [a, 1, true, null]}]}]}}]',
    '[{row_level: {filters: [{member: d, operator: not_in, values: securityContext.a}]}}]',
    '[{row_level: {filters: [{member: d, operator: equals, values: { userAttributes.a }}]}}]',
    '[{row_level: {filters: [{member: d, operator: equals, values: [{ userAttributes.a }]}]}}]',
  ])('takes the policies %s, as the readers do', (policies) => {
    const text = withPolicy(policies);
    expect(problemsOf(text)).toEqual([]);
    expect(faultsOf(parse(text), schema, schema)).toEqual([]);
  });

  it.each([
    '',
    '[]',
    '{group: a}',
    '[{group: []}]',
    '[{group: }]',
    '[{roles: [a]}]',
    '[{role: [a]}]',
    '[{conditions: []}]',
    '[{conditions: [{}]}]',
    '[{conditions: [{if: }]}]',
    '[{member_level: }]',
    '[{member_level: {includes: d}}]',
    '[{member_level: {includes: }}]',
    '[{member_level: {}}]',
    '[{row_level: {allow_all: false}}]',
    '[{row_level: {filters: []}}]',
    '[{row_level: {}}]',
    '[{row_level: {filters: [{member: d, operator: like, values: [a]}]}}]',
    '[{row_level: {filters: [{member: d, operator: equals, values: []}]}}]',
    '[{row_level: {filters: [{member: d, operator: equals, values: }]}}]',
    '[{row_level: {filters: [{and: []}]}}]',
    '[{row_level: {filters: [{member: d, operator: equals, values: [[a]]}]}}]',
  ])('refuses the policies %s, as the readers do', (policies) => {
    const text = withPolicy(policies);
    expect(problemsOf(text)).not.toEqual([]);
    expect(faultsOf(parse(text), schema, schema)).not.toEqual([]);
  });

  it('accepts both spellings of keys and words', () => {
    const text =
      'cubes: [{name: a, sqlTable: a, measures: [{name: m, type: countDistinct, sql: x, drillMembers: []}]}]';
    expect(problemsOf(text)).toEqual([]);
    expect(faultsOf(parse(text), schema, schema)).toEqual([]);
  });
});

describe('the schema of agents', () => {
  const agents = agentSchema();
  it.each([
    ['llm: auto\naccessible_views: [orders]\nmemoryMode: user\nrules: [{type: always, prompt: Be brief}]', true],
    ['spaces: [{name: sales}]\nagents: [{name: a, space: sales, llm: {byom: {name: own}}}]', true],
    ['', true],
    ['llm: auto\nagents: []', false],
    ['agents: [{name: a}]', false],
    ['runtime: fast', false],
    ['agents: [{name: a, space: sales}]\nspaces: [{name: sales, rules: [{type: sometimes, prompt: a}]}]', false],
    ['skills: [{title: a, description: b}]', false],
    ['spaces: [{name: sales}]', false],
  ])('of %j says %s, as the reader does', (text, isSound) => {
    expect(faultsOf(parse(text), agents, agents).length === 0).toBe(isSound);
    expect(readAgentFiles([{ path: 'config.yml', text }], 'agents').problems.length === 0).toBe(isSound);
  });

  it('has the keys of the reader', () => {
    const { evalFile: _file, evalQuestion: _question, ...inConfig } = agentKeys;
    const shapes = { ...agentShapes, ...rootShapes };
    const keys = Object.entries(shapes).map(([name, shape]) => [name, Object.keys(shape.keys).sort()]);
    expect(Object.fromEntries(keys)).toEqual(
      Object.fromEntries(Object.entries(inConfig).map(([name, list]) => [name, [...list].sort()])),
    );
  });
});

describe('the schema of rules for queries', () => {
  it('has the keys of the reader', () => {
    expect(queryRuleShapes).toEqual(queryRuleKeys);
  });

  const project = projectSchema();
  it.each([
    ['{ when: [{ if: groups }], touches: [a, a.b], limit: 1 }', true],
    ['{ add: { filters: [{ or: [{ member: a.b, operator: set }] }], segments: [a.c] } }', true],
    ['{ add: { filters: [{ member: a.b, operator: equals, values: securityContext.a }] } }', true],
    ['{ refuse: never }', true],
    ['{ when: [{ if: groups }] }', false],
    ['{ add: {} }', false],
    ['{ add: { filters: [{ member: b, operator: set }] } }', false],
    ['{ add: { filters: [{ member: a.b, operator: is, values: [1] }] } }', false],
    ['{ limit: many }', false],
    ['{ refuse: never, why: 1 }', false],
  ])('says of %j what the reader says: %s', (text, isSound) => {
    const file = `data_sources: {}\nquery_rewrite: [${text}]`;
    const yaml = new PositionedYaml(file, 'orrery.yml', {});
    readQueryRules(yaml, yaml.entries(yaml.root, 'orrery.yml').at(1));
    expect(yaml.problems.length === 0).toBe(isSound);
    expect(faultsOf(parse(file), project, project).length === 0).toBe(isSound);
  });
});

describe('the schema of language models', () => {
  it('has the keys of the reader', () => {
    expect(aiModelShapes).toEqual(aiModelKeys);
  });

  const project = projectSchema();
  it.each([
    ['{ provider: openai, model: m, credential: "${KEY}", prices: { input: 1, output: "${KEY}" } }', true],
    ['{ provider: openai-compatible, model: m, base_url: "https://a.example/v1", limits: { daily_tokens: 5 } }', true],
    ['{ provider: closedai, model: m }', false],
    ['{ provider: openai, model: m, credential: sk-1 }', false],
    ['{ provider: openai, model: m, credential: "${KEY}", prices: { input: 1 } }', false],
    ['{ provider: openai, model: m, credential: "${KEY}", limits: { daily: 1 } }', false],
    ['{ provider: openai, model: m, credential: "${KEY}", default: 1 }', false],
    ['{ model: m }', false],
  ])('says of %j what the reader says: %s', (text, isSound) => {
    const file = `data_sources: {}\nmodels: { a: ${text} }`;
    const yaml = new PositionedYaml(file, 'orrery.yml', { KEY: '7' });
    readAiModels(yaml, yaml.entries(yaml.root, 'orrery.yml').at(1), {});
    expect(yaml.problems.length === 0).toBe(isSound);
    expect(faultsOf(parse(file), project, project).length === 0).toBe(isSound);
  });
});

describe('the schema of access tests', () => {
  it('has the keys of the reader', () => {
    expect(accessTestShapes).toEqual(accessTestKeys);
  });

  const tests = accessTestsSchema();
  it.each([
    ['tests: [{ name: a, as: {}, sees: [a.b] }]', true],
    ['tests: [{ name: a, as: {}, queries: [{ query: {}, refused: true }, { query: {}, refused: why }] }]', true],
    ['tests: [{ name: a, as: {}, queries: [{ query: {}, rows: [{ a.b: 1 }] }, { query: {}, count: 0 }] }]', true],
    ['tests: [{ name: a, as: {} }]', false],
    ['tests: [{ name: a, as: [], sees: [a.b] }]', false],
    ['tests: [{ name: a, as: {}, queries: [{ query: {} }] }]', false],
    ['tests: [{ name: a, as: {}, queries: [{ query: {}, refused: false }] }]', false],
    ['tests: [{ name: a, as: {}, must_see: [a.b] }]', false],
    ['tests: {}', false],
  ])('says of %j what the reader says: %s', (text, isSound) => {
    expect(readAccessTestFile(text, 'a.yml').problems.length === 0).toBe(isSound);
    expect(faultsOf(parse(text), tests, tests).length === 0).toBe(isSound);
  });
});

it.each([
  ['model', modelSchema],
  ['agent', agentSchema],
  ['access-tests', accessTestsSchema],
  ['project', projectSchema],
] as const)(
  'the published schema of %s files is in step (vitest run docs/schemas.test.ts --update)',
  async (name, make) => {
    await expect(`${JSON.stringify(make(), null, 2)}\n`).toMatchFileSnapshot(`schemas/${name}.schema.json`);
  },
);

function enumsOf(part: unknown): readonly (readonly string[])[] {
  if (Array.isArray(part)) return part.flatMap(enumsOf);
  if (typeof part !== 'object' || part === null) return [];
  const own =
    'enum' in part
      ? [(part as { readonly enum: readonly unknown[] }).enum.filter((one) => typeof one === 'string')]
      : [];
  return [...own, ...Object.values(part as Schema).flatMap(enumsOf)];
}
