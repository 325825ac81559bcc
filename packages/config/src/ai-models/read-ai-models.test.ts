import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConfigError, describeConfigProblem } from '../../../kernel/src/failure/config-problem.ts';
import { readForeignProject } from '../foreign-project.ts';
import { type Project, readProject } from '../project.ts';
import { secretValues } from '../secret-values.ts';

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'orrery-models-'));
  mkdirSync(join(directory, 'model'));
});
afterEach(() => rmSync(directory, { recursive: true }));

const environment = { KEY: 'sk-canary-key', URL: 'https://models.example/v1', PRICE: '0.25', EMPTY: '' };
const source = 'data_sources:\n  default:\n    type: duckdb\n';

function read(models: string): Project {
  writeFileSync(join(directory, 'orrery.yml'), `${source}models:\n${models}`);
  return readProject(directory, environment);
}

function problemsOf(work: () => Project): readonly string[] {
  try {
    work();
  } catch (error) {
    if (error instanceof ConfigError) return error.problems.map(describeConfigProblem);
    throw error;
  }
  return [];
}

describe('models in orrery.yml', () => {
  it('have the fields of registered ones, and take them from variables', () => {
    const { aiModels } = read(`  fast:
    provider: openai
    model: gpt-5-mini
    credential: \${KEY}
    prices: { input: "\${PRICE}", cached_input: 0.025, output: 2 }
    limits: { daily_spend: 20, daily_tokens_per_user: 500000 }
    supports_images: true
    context_tokens: 400000
    default: true
  local model:
    provider: openai-compatible
    model: qwen
    base_url: \${URL}
  cloud:
    provider: bedrock
    model: anthropic.claude-sonnet-4-5-20250929-v1:0
    region: eu-central-1
`);
    const plain = { limits: {}, supportsImages: false, contextTokens: 128_000, isDefault: false };
    expect(aiModels).toEqual([
      {
        ...{ name: 'fast', provider: 'openai', model: 'gpt-5-mini', api: 'responses', credential: 'sk-canary-key' },
        prices: { input: 0.25, cachedInput: 0.025, output: 2 },
        limits: { dailySpend: 20, dailyTokensPerUser: 500_000 },
        ...{ supportsImages: true, contextTokens: 400_000, isDefault: true },
      },
      {
        ...plain,
        name: 'local model',
        provider: 'openai-compatible',
        model: 'qwen',
        baseUrl: 'https://models.example/v1',
      },
      {
        ...plain,
        ...{ name: 'cloud', provider: 'bedrock', model: 'anthropic.claude-sonnet-4-5-20250929-v1:0' },
        region: 'eu-central-1',
      },
    ]);
    expect(secretValues({ aiModels })).toEqual(['sk-canary-key']);
  });

  it('are none without the section', () => {
    writeFileSync(join(directory, 'orrery.yml'), source);
    expect(readProject(directory, environment).aiModels).toEqual([]);
  });

  it('may have any address: the file is the operator’s', () => {
    const { aiModels } = read(
      '  own: { provider: openai-compatible, model: m, base_url: "http://127.0.0.1:11434/v1" }\n',
    );
    expect(aiModels).toHaveLength(1);
  });

  it.each([
    ['{ provder: openai }', "5:10: Unknown key 'provder' in model 'own'. Did you mean 'provider'?"],
    ['{ model: m }', "5:3: 'provider' is missing in model 'own'."],
    ['{ provider: openai, credential: "${KEY}" }', "5:3: 'model' is missing in model 'own'."],
    [
      '{ provider: opnai, model: m }',
      "5:20: 'provider' of model 'own' must be one of openai, openai-compatible, anthropic, bedrock, vertex. Did you mean 'openai'?",
    ],
    [
      '{ provider: openai, model: m, api: chats, credential: "${KEY}" }',
      "5:43: 'api' of model 'own' must be one of responses, chat. Did you mean 'chat'?",
    ],
    ['{ provider: openai, model: m, credential: sk-plain-text }', 'must come from a variable: credential: ${NAME}'],
    ['{ provider: openai, model: m, credential: "${EMPTY}" }', "The variable 'EMPTY' is empty."],
    ['{ provider: openai, model: m, credential: "${UNSET}" }', "The variable 'UNSET' is not set."],
    ['{ provider: openai, model: m }', "5:3: 'credential' of model 'own' is missing: openai asks for an API key."],
    ['{ provider: openai-compatible, model: m }', "'base_url' of model 'own' is missing"],
    ['{ provider: openai-compatible, model: m, base_url: "models" }', "'base_url' of model 'own' must be a URL"],
    ['{ provider: bedrock, model: m }', "'region' of model 'own' is missing: bedrock is in several."],
    ['{ provider: openai, model: m, credential: "${KEY}", prices: { input: 1 } }', "need 'input' and 'output'"],
    [
      '{ provider: openai, model: m, credential: "${KEY}", prices: { input: 1, outptu: 1 } }',
      "Unknown key 'outptu' in 'prices' of model 'own'. Did you mean 'output'?",
    ],
    [
      '{ provider: openai, model: m, credential: "${KEY}", limits: { daily_spend: 1 } }',
      "'limits.daily_spend' of model 'own' needs the prices of the model.",
    ],
    ['{ provider: openai, model: m, credential: "${KEY}", limits: { daily_tokens: -1 } }', 'must be tokens from 0'],
    ['{ provider: openai, model: m, credential: "${KEY}", limits: { daily_tokens: many } }', 'must be a number'],
    ['{ provider: openai, model: m, credential: "${KEY}", context_tokens: 7 }', 'must be a whole number from 1000'],
    ['{ provider: openai, model: m, credential: "${KEY}", default: maybe }', "'default' must be true or false."],
    ['[a, b]', "model 'own' must be a mapping."],
  ])('with %s have a problem', (text, words) => {
    const problems = problemsOf(() => read(`  own: ${text}\n`));
    expect(problems.filter((problem) => problem.includes(words))).toHaveLength(1);
    expect(problems.join()).not.toContain('sk-canary');
  });

  it('tell everything that is wrong at once', () => {
    const problems = problemsOf(() =>
      read(
        '  auto: { provider: openai-compatible, model: m, base_url: "x", region: y }\n' +
          '  a: { provider: openai-compatible, model: m, base_url: "https://a.example", default: true }\n' +
          '  b: { provider: openai-compatible, model: m, base_url: "https://b.example", default: true }\n',
      ),
    );
    expect(problems).toEqual([
      expect.stringContaining('5:3: The name of a model must not be auto'),
      expect.stringContaining("'base_url' of model 'auto' must be a URL"),
      expect.stringContaining("'region' of model 'auto' is for bedrock and vertex only"),
      expect.stringContaining("7:3: Only one model can be the default, and 'b' is another one."),
    ]);
  });

  it('are not read in uploaded projects', () => {
    writeFileSync(join(directory, 'orrery.yml'), `${source}models:\n  own: { provider: openai, model: m }\n`);
    const problems = problemsOf(() =>
      readForeignProject(directory, { variables: new Map(), dataSources: new Map([['other', {} as never]]) }),
    );
    expect(problems.filter((problem) => problem.includes('An uploaded project registers no models.'))).toHaveLength(1);
  });
});
