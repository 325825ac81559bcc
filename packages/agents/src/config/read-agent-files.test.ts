import { describeConfigProblem } from '@orrery/kernel';
import { describe, expect, it } from 'vitest';
import { readAgentFiles } from './read-agent-files.ts';

const read = (files: Readonly<Record<string, string>>) =>
  readAgentFiles(
    Object.entries(files).map(([path, text]) => ({ path, text })),
    'agents',
  );
const problemsOf = (files: Readonly<Record<string, string>>) => read(files).problems.map(describeConfigProblem);
const head = (keys: string, body = 'text') => `---\n${keys}\n---\n\n${body}\n`;

const severalSpaces = 'spaces: [{name: sales}, {name: web}]\nagents: [{name: Seller, space: sales}]';

describe('one agent', () => {
  it('is there without files', () => {
    const { configuration, problems } = read({});
    expect(problems).toEqual([]);
    expect(configuration.agents).toEqual([
      { name: 'auto', space: 'auto', llm: { kind: 'named', name: 'auto' }, runtime: 'plain', memoryMode: 'space' },
    ]);
    expect(configuration.spaces).toMatchObject([{ name: 'auto', certifiedQueries: [], skills: [] }]);
  });

  it('is read from the root of config.yml, in both spellings of keys', () => {
    const text = 'llm: {byom: {name: own}}\nmemoryMode: user\nruntime: reasoning\naccessible_views: [sales]';
    expect(read({ 'config.yml': text })).toMatchObject({
      problems: [],
      configuration: {
        agents: [
          {
            name: 'auto',
            llm: { kind: 'registered', by: 'name', value: 'own' },
            runtime: 'reasoning',
            memoryMode: 'user',
            accessibleViews: [{ name: 'sales', at: { file: 'agents/config.yml', line: 4 } }],
          },
        ],
      },
    });
    expect(read({ 'config.yml': 'llm: {byom: {id: 7}}' }).configuration.agents[0]?.llm).toEqual({
      kind: 'registered',
      by: 'id',
      value: '7',
    });
  });

  it('is told what stands in files and inline', () => {
    const { configuration, problems } = read({
      'config.yml':
        'rules: [{type: always, prompt: Be brief}]\ncertified_queries: [{user_request: Sales?, sql_query: SELECT 1}]\nskills: [{title: Weekly Report, description: d, instructions: i}]',
      'rules/refunds.md': head('type: agent_requested\ndescription: About refunds', 'Say ${which} day.'),
      'certified_queries/a.md': head('user_request: A?', '```sql\nSELECT a\n```'),
      'certified-queries/b.md': head('user_request: B?\ndescription: of b', 'SELECT b'),
      'queries/c.md': head('user_request: C?\nname: third\nsql_query: SELECT c', ''),
      'skills/deep/er/check.md': head('title: Check\ndescription: d', '1. Look'),
    });
    expect(problems).toEqual([]);
    const [space] = configuration.spaces;
    expect(space?.rules).toEqual({
      always: [{ name: 'Be brief', prompt: 'Be brief' }],
      requested: [{ name: 'refunds', description: 'About refunds', prompt: 'Say ${which} day.' }],
    });
    expect(space?.certifiedQueries).toMatchObject([
      { name: 'Sales?', sql: 'SELECT 1' },
      { name: 'a', sql: 'SELECT a', at: { file: 'agents/certified_queries/a.md', line: 6 } },
      { name: 'b', sql: 'SELECT b', description: 'of b', at: { line: 6 } },
      { name: 'third', sql: 'SELECT c', at: { line: 4 } },
    ]);
    expect(space?.skills).toMatchObject([{ name: 'weekly-report' }, { name: 'check', instructions: '1. Look' }]);
  });
});

describe('several agents', () => {
  it('are told what belongs to their space, by folder, head and inline', () => {
    const { configuration, problems } = read({
      'config.yml':
        'spaces: [{name: sales, rules: [{type: always, prompt: a}]}, {name: web}]\nagents: [{name: Seller, space: sales}, {name: Web, space: web, llm: gpt_5}]',
      'rules/web/b.md': head('type: always'),
      'rules/c.md': head('type: always\nspace: web'),
      'skills/web/tools/s.md': head('title: S\ndescription: d'),
      'queries/sales/q.md': head('user_request: Q?'),
    });
    expect(problems).toEqual([]);
    expect(configuration.agents.map(({ name, space }) => [name, space])).toEqual([
      ['Seller', 'sales'],
      ['Web', 'web'],
    ]);
    expect(
      configuration.spaces.map(({ name, rules, certifiedQueries, skills }) => [
        name,
        rules.always.map((rule) => rule.name),
        certifiedQueries.length,
        skills.length,
      ]),
    ).toEqual([
      ['sales', ['a'], 1, 0],
      ['web', ['b', 'c'], 0, 1],
    ]);
  });

  it('are not mixed with the keys of one agent', () => {
    expect(problemsOf({ 'config.yml': `llm: auto\n${severalSpaces}\nrules: []` })).toEqual([
      "agents/config.yml:1:1: 'llm' is for a file with one agent, and cannot stand beside 'spaces'. Move it into an agent.",
      "agents/config.yml:4:1: 'rules' is for a file with one agent, and cannot stand beside 'spaces'. Move it into a space.",
    ]);
  });

  it('need spaces that are there, and names of their own', () => {
    expect(
      problemsOf({
        'config.yml': 'spaces: [{name: sales}, {name: sales}]\nagents: [{name: a, space: sale}, {name: a}]',
      }),
    ).toEqual([
      "agents/config.yml:2:27: There is no space 'sale'. Did you mean 'sales'?",
      "agents/config.yml:2:34: An agent needs a 'space'.",
      "agents/config.yml:1:32: There are two spaces 'sales'. Rename one of them.",
    ]);
  });

  it('leave no file without a space', () => {
    expect(
      problemsOf({
        'config.yml': severalSpaces,
        'rules/a.md': head('type: always'),
        'rules/wep/b.md': head('type: always'),
        'rules/web/c.md': head('type: always\nspace: sales'),
        'skills/d.md': head('title: D\ndescription: d\nspace: none'),
      }),
    ).toEqual([
      "agents/rules/a.md:1:1: The file belongs to no space. Put it into a folder with the name of a space, or write 'space' into its head.",
      "agents/rules/wep/b.md:1:1: The folder 'wep' is the name of no space. Did you mean 'web'?",
      "agents/rules/web/c.md:3:8: The file is in the folder of the space 'web'. Name one space only.",
      "agents/skills/d.md:4:8: There is no space 'none'. The spaces are sales, web.",
    ]);
  });
});

describe('faults', () => {
  it.each([
    ['lmm: auto', "1:1: Unknown key 'lmm' in agents/config.yml. Did you mean 'llm'?"],
    ['llm: {byom: {}}', "1:6: 'llm' needs 'byom' with the 'name' or the 'id' of a registered model."],
    ['llm: {byom: {name: a, id: 1}}', "1:6: 'llm' needs 'byom' with the 'name' or the 'id' of a registered model."],
    ['llm: [a]', "1:6: 'llm' must be text."],
    ['runtime: plane', "1:10: 'runtime' must be 'plain' or 'reasoning'. Did you mean 'plain'?"],
    ['memory_mode: user\nmemoryMode: user', "2:1: 'memoryMode' and 'memory_mode' are one key."],
    ['rules: {a: 1}', "1:8: 'rules' must be a list."],
    ['rules: [{type: always}]', "1:9: A rule needs 'prompt'."],
    ['rules: [{prompt: a}]', "1:9: A rule needs 'type'."],
    [
      'rules: [{type: agent_requested, prompt: a}]',
      "1:9: A rule needs a 'description'. It says when the rule applies.",
    ],
    ['certified_queries: [{sql_query: a}]', "1:21: A certified query needs 'user_request'."],
    ['skills: [{title: a, description: b}]', "1:10: A skill needs 'instructions'."],
    [
      'skills: [{name: a b, title: a, description: b, instructions: c}]',
      "1:17: 'a b' cannot be the name of a skill. People write it after a slash: letters, digits, dots, - and _.",
    ],
    [
      'mcpServers: [{url: http://x}]',
      "1:1: 'mcpServers' in agents/config.yml: agents take no tools from MCP servers of others. Remove the key; agents have the tools of Orrery.",
    ],
    ['spaces: [{name: a}]', "1:1: There are spaces and no 'agents'. An agent names its space."],
    ['a: &a [1]\nrules: *a', "2:8: 'rules' must be a list."],
  ])('of %j are told with their place', (text, told) => {
    expect(problemsOf({ 'config.yml': text })).toContain(`agents/config.yml:${told}`);
  });

  it.each([
    ['rules/a.md', 'no head', "1:1: The file does not begin with a head. Begin it with '---', its keys, and '---'."],
    ['rules/a.md', '---\ntype: always\n', "1:1: The head of the file does not end. End it with a line '---'."],
    ['rules/a.md', head('type: always', ''), '2:1: The rule has no text below its head.'],
    [
      'rules/a.md',
      head('type: always\nprompt: a', 'b'),
      "3:1: 'prompt' stands in the head and below it. Leave one of them out.",
    ],
    ['rules/a.md', head('typ: always'), "2:1: Unknown key 'typ' in the rule. Did you mean 'type'?"],
    ['rules/a.yml', 'type: always', "1:1: Rules, certified queries and skills are files '.md'. Rename or remove it."],
    ['rule/a.md', head('type: always'), "1:1: The folder 'rule' is not read. Did you mean 'rules'?"],
    ['config.yaml', 'llm: auto', "1:1: The file is not read. Rename it to 'config.yml'."],
    ['skills/a b.md', head('title: A\ndescription: b'), "2:1: 'a b' cannot be the name of a skill."],
    [
      'eval_questions/a.yml',
      'a: 1',
      "1:1: Unknown key 'a' in a file of eval questions. Its keys are space, eval_questions, questions.",
    ],
    [
      'eval_questions/a.yml',
      'questions: [{name: a, question: b}]',
      "1:13: A question has neither 'certifiedQuery' nor 'sql'. Its answer is one of them.",
    ],
    [
      'eval_questions/a.yml',
      'questions: [{name: a, question: b, sql: c, certifiedQuery: d}]',
      "1:13: A question has both 'certifiedQuery' and 'sql'. Its answer is one of them.",
    ],
    [
      'eval_questions/a.yml',
      'questions: [{name: a, question: b, certifiedQuery: d}]',
      "1:52: The space 'auto' has no certified query 'd'. Write the statement under 'sql' instead.",
    ],
    ['eval_questions/a.yml', 'space: web\nquestions: []', "1:8: There is no space 'web'. The spaces are auto."],
  ])('of %s %j are told with their place', (path, text, told) => {
    expect(problemsOf({ [path]: text }).join('\n')).toContain(`agents/${path}:${told}`);
  });

  it('are repeated names: of skills everywhere, of others in their space', () => {
    expect(
      problemsOf({
        'config.yml': severalSpaces,
        'rules/sales/a.md': head('type: always'),
        'rules/web/a.md': head('type: always'),
        'queries/sales/q.md': head('user_request: a'),
        'certified_queries/sales/q.md': head('user_request: b'),
        'skills/sales/s.md': head('title: a\ndescription: b'),
        'skills/web/s.md': head('title: a\ndescription: b'),
      }),
    ).toEqual([
      "agents/certified_queries/sales/q.md:2:1: Two certified queries have the name 'q'. The other one is in agents/queries/sales/q.md:2.",
      "agents/skills/web/s.md:2:1: Two skills have the name 's'. The other one is in agents/skills/sales/s.md:2.",
    ]);
  });

  it('are texts, names and lists without measure', () => {
    const told = problemsOf({
      'config.yml': `rules: [{type: always, prompt: ${'a'.repeat(32_001)}}]\naccessible_views: [${'a,'.repeat(501)}]\nllm: ${'b'.repeat(101)}`,
      'rules/a.md': head('type: always', 'b'.repeat(32_001)),
      [`rules/${'n'.repeat(101)}.md`]: head('type: always'),
    }).join('\n');
    expect(told).toContain("'prompt' has more than 32000 characters");
    expect(told).toContain("'accessible_views' has more than 500 items");
    expect(told).toContain("'llm' has more than 100 characters");
    expect(told).toContain('The text of the file has more than 32000 characters');
    expect(told).toContain('The name of the file has more than 100 characters');
  });

  it('says what has no effect', () => {
    expect(read({ 'config.yml': 'embedding_llm: text-embedding-3-small' })).toMatchObject({
      problems: [],
      notices: [{ message: "'embedding_llm' has no effect: nothing is embedded.", at: { line: 1 } }],
    });
  });
});

it('reads eval questions in the form of the reference, of one file and of several', () => {
  const { configuration, problems } = read({
    'eval_questions.yml': 'eval_questions:\n  - {name: a, question: A?, sql: SELECT a}',
    'eval_questions/more.yml': 'eval_questions:\n  - {name: b, question: B?, sql: SELECT b}',
  });
  expect(problems).toEqual([]);
  expect(configuration.evalQuestions.map(({ name, sql }) => [name, sql])).toEqual([
    ['a', 'SELECT a'],
    ['b', 'SELECT b'],
  ]);
});

it('refuses eval questions under two keys, and the same name in two files', () => {
  const both = read({ 'eval_questions.yml': 'eval_questions: []\nquestions: []' });
  expect(both.problems[0]?.message).toBe("The file has both 'eval_questions' and 'questions'.");
  const question = 'eval_questions:\n  - {name: a, question: A?, sql: SELECT a}';
  const twice = read({ 'eval_questions.yml': question, 'eval_questions/more.yml': question });
  expect(twice.problems[0]?.message).toContain("Two eval questions have the name 'a'.");
  expect(read({ 'eval_questions.yaml': question }).problems[0]?.hint).toBe("Rename it to 'eval_questions.yml'.");
});

it('reads eval questions with the SQL of their answers', () => {
  const { configuration, problems } = read({
    'queries/q.md': head('user_request: Q?', 'SELECT q'),
    'eval_questions/a.yml':
      'questions:\n  - {name: a, question: A?, certifiedQuery: q}\n  - {name: b, question: B?, sql: SELECT b}',
  });
  expect(problems).toEqual([]);
  expect(configuration.evalQuestions).toMatchObject([
    { name: 'a', space: 'auto', question: 'A?', sql: 'SELECT q' },
    { name: 'b', space: 'auto', question: 'B?', sql: 'SELECT b' },
  ]);
});
