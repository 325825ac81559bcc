import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../agents/src/models/dialects-fixture.ts';
import { asStream, ModelServer } from '../../../../tests/servers/model-server.ts';
import { runOrrery } from '../command/run-orrery.ts';
import { evaluate } from './eval.ts';

let directory: string;

function write(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  }
}

const model = (measure: string) => `cubes:
  - name: sales
    sql: SELECT * FROM (VALUES (1, 'Rome', 1), (2, 'Oslo', 2), (3, 'Oslo', 4)) AS t (id, city, amount)
    access_policy:
      - group: north
        row_level: { filters: [{ member: city, operator: equals, values: [Oslo] }] }
      - group: managers
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: city, sql: city, type: string }
    measures:
      - { name: ${measure}, sql: amount, type: sum }
`;
const truth = 'SELECT city, MEASURE(amount) FROM sales GROUP BY 1';
const right = `questions: [{ name: amounts, question: Amount by city, sql: "${truth}" }]\n`;
const settings = 'data_sources:\n  default:\n    type: duckdb\nbranches:\n  next: next\n';

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'orrery-eval-'));
  write({
    'orrery.yml': settings,
    'model/sales.yml': model('amount'),
    'agents/config.yml':
      'spaces: [{ name: sales }, { name: none }]\nagents: [{ name: Seller, space: sales }, { name: Idle, space: none }]\n',
    'agents/eval_questions/right.yml': `space: sales\n${right}`,
    'agents/eval_questions/others.yml': `space: sales
questions:
  - { name: other, question: Amount by city, sql: "SELECT city, MEASURE(amount) + 1 FROM sales GROUP BY 1" }
  - { name: unknown, question: "How many zebras?\\e[2J", sql: "${truth}" }
`,
    'next/model/sales.yml': model('turnover'),
    'next/agents/eval_questions/next.yml': right.replace('Amount', 'Turnover').replace('amount)', 'turnover)'),
  });
});

afterAll(() => rmSync(directory, { recursive: true }));

const managers = '{"cubeCloud":{"groups":["managers"],"roles":[],"userAttributes":{}}}';

async function evaluated(flags: Readonly<Record<string, string>> = {}, context = managers) {
  let [printed, told] = ['', ''];
  const never = () => Promise.reject(new Error('nothing is served here'));
  const input = {
    ...{ words: [], environment: {}, directory, clock: Date, serve: never, serveInside: never },
    print: (text: string) => void (printed += `${text}\n`),
    note: (text: string) => void (told += `${text}\n`),
  };
  const code = await evaluate.run({ ...input, flags: { project: '.', data: 'data', context, ...flags } });
  return { code, printed, told };
}

const asJson = async (...given: Parameters<typeof evaluated>) => {
  const { code, printed } = await evaluated({ format: 'json', ...given[0] }, given[1]);
  return { code, ...JSON.parse(printed) };
};

describe('orrery eval', () => {
  it('prints a table, what is to be looked at, and the numbers of all outcomes; and exits with 1', async () => {
    const { code, printed, told } = await evaluated();
    const [table = '', ...rest] = printed.split('\n\n');
    expect(table.split('\n').map((line) => line.trim().split(/ {2,}/))).toEqual([
      ['question', 'verdict', 'outcome', 'reason'],
      expect.anything(),
      ['other', 'fail', 'wrong', 'value-mismatch'],
      ['unknown', 'review', 'withheld', 'no-query'],
      ['amounts', 'pass', 'correct'],
    ]);
    expect(rest[0]).toMatch(/^other: Amount by city\n {2}No column .*\n {2}right: .*\+ 1 .*\n {2}asked: SELECT city/);
    expect(rest[1]).toBe(
      "1 correct, 1 withheld, 1 wrong\naccuracy: 33.3 % (1 of 3 passed)\nanswered by analyst, as the agent 'Seller'\n",
    );
    expect(told).toMatch(/^1 of 3: .*\n2 of 3: .*\n3 of 3: .*\n$/);
    // oxlint-disable-next-line no-control-regex -- they are what is looked for
    expect(printed + told).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
    expect(code).toBe(1);
  });

  it('asks the questions of one file, and exits with 0 when none failed', async () => {
    const report = await asJson({ file: 'right' });
    expect(report).toMatchObject({
      code: 0,
      agentName: 'Seller',
      branchName: null,
      models: ['analyst'],
      counts: { total: 1, pass: 1, correct: 1, withheld: 0, wrong: 0 },
      accuracy: 1,
      results: [
        { name: 'amounts', verdict: 'pass', groundTruthSql: truth, agentAnswer: expect.stringContaining('Rome') },
      ],
    });
  });

  it('asks on a branch, with what its own files say', async () => {
    expect(await asJson({ branch: 'next' })).toMatchObject({
      code: 0,
      branchName: 'next',
      agentName: 'auto',
      counts: { total: 1, correct: 1 },
    });
  });

  it('asks with the rights of a context, and grades with them too', async () => {
    const north = '{"cubeCloud":{"groups":["north"],"roles":[],"userAttributes":{}}}';
    const [{ agentAnswer }] = (await asJson({ file: 'right' }, north)).results;
    expect(agentAnswer).toContain('6');
    expect(agentAnswer).not.toContain('Rome');
    const nobody = await asJson({ file: 'right' }, '{}');
    expect(nobody).toMatchObject({ code: 1, counts: { error: 1 }, results: [{ reason: 'ground-truth-failed' }] });
  });

  it('asks a model of the project file', async () => {
    await using server = await ModelServer.open();
    const dialect = dialects.find(({ name }) => name === 'openai-compatible') ?? dialects[0];
    if (!dialect) throw new Error('there is no dialect');
    const sqlQuery = 'SELECT city, MEASURE(amount) AS amount FROM sales GROUP BY 1';
    const input = JSON.stringify({ sqlQuery, queryTitle: 'Amount', description: '', userRequest: 'Amount by city' });
    server.answer = ({ body }, reply) => {
      const hasResult = dialect.resultsIn(body).length > 0;
      const said = hasResult
        ? { texts: ['Oslo has the most.'] }
        : { calls: [{ name: 'orrerySqlApi', pieces: [input] }] };
      asStream(reply).end(dialect.events(said).join(''));
    };
    const models = `models:\n  mine: { provider: openai-compatible, model: m, base_url: "${server.url}" }\n`;
    write({ 'orrery.yml': settings + models });
    const report = await asJson({ file: 'right' });
    write({ 'orrery.yml': settings });
    expect(report).toMatchObject({
      code: 0,
      models: ['mine'],
      results: [{ verdict: 'pass', agentSql: sqlQuery, agentAnswer: 'Oslo has the most.' }],
    });
    expect(server.asked.length).toBe(2);
  });

  it('says what is wrong with its flags, and with the files', async () => {
    await expect(evaluated({ agent: 'Selle', file: 'righ.yml' })).rejects.toThrow(
      /--agent is the name of no agent.*'Seller'.*\n--file is no file of eval questions.*'right.yml'/,
    );
    await expect(evaluated({ agent: 'Idle' })).rejects.toThrow("--agent has no eval questions of the space 'none'.");
    await expect(evaluated({ branch: 'nope' })).rejects.toThrow("no branch 'nope'");
    await expect(evaluated({ format: 'csv' })).rejects.toThrow("--format is table or json, not 'csv'.");
    write({ 'agents/rules/empty.md': 'no head' });
    await expect(evaluated()).rejects.toThrow('agents/rules/empty.md');
    rmSync(join(directory, 'agents/rules'), { recursive: true });
  });
});

it('orrery eval on the shop is correct or withheld', async () => {
  const elsewhere = join(directory, 'elsewhere');
  mkdirSync(elsewhere);
  const { code, output } = await runOrrery(['eval', '--data', 'data', '--format', 'json'], { directory: elsewhere });
  const report = JSON.parse(output);
  const namesOf = (outcome: string | undefined) =>
    report.results
      .filter((one: { readonly outcome?: string }) => one.outcome === outcome)
      .map(({ name }: { readonly name: string }) => name);
  expect(namesOf('wrong')).toEqual([]);
  expect(namesOf(undefined)).toEqual([]);
  expect(namesOf('correct').length).toBeGreaterThanOrEqual(16);
  expect(namesOf('withheld')).toContain('churn');
  expect(code).toBe(namesOf('wrong').length > 0 ? 1 : 0);
});
