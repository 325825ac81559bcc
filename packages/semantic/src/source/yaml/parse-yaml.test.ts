import { describe, expect, it } from 'vitest';
import { buildModel, codes, messages, placeText, underlined } from '../../model/model-fixture.ts';
import { isBlankYaml, parseYaml } from './parse-yaml.ts';

const valueOf = (text: string) => {
  const parsed = parseYaml('model.yml', { text });
  return parsed.ok ? parsed.value : parsed.problems;
};

it('reads values by YAML 1.2: dates, yes and no are texts', () => {
  expect(valueOf('a: 2024-01-01\nb: yes\nc: true\nd: ~')).toEqual({ a: '2024-01-01', b: 'yes', c: true, d: null });
});

it('follows anchors and merges', () => {
  expect(valueOf('base: &base {type: number}\nother: {<<: *base, name: a}')).toEqual({
    base: { type: 'number' },
    other: { type: 'number', name: 'a' },
  });
});

describe('a text without content', () => {
  it.each(['', ' \n\t\n', '# one', '  # one\r\n\n#two # three\n'])('is %j', (text) =>
    expect(isBlankYaml(text)).toBe(true),
  );
  it.each(['a', '# one\n- x', '\n  {}', '# one\r---'])('is not %j', (text) => expect(isBlankYaml(text)).toBe(false));

  it('is recognised in one scan', () => {
    const banner = '#'.repeat(100_000);
    expect(isBlankYaml(`${banner}\n${'# '.repeat(100_000)}\n${' '.repeat(100_000)}`)).toBe(true);
    expect(valueOf(`${banner}\na: 1`)).toEqual({ a: 1 });
  });
});

describe('syntax problems', () => {
  it('of tabs have a position', () => {
    const text = 'cubes:\n  - name: a\n\tsql_table: b\n';
    const { problems } = buildModel(text);
    expect(messages(problems)).toEqual(['Not valid YAML: a tab is used where only spaces may indent']);
    expect(problems.map(placeText)).toEqual(['model.yml:3:1']);
  });

  it.each([
    'a: "b',
    'a: [1, 2',
    'a: {b: 1',
    'a: b: c',
    '- a\nb: c',
    'a: *nowhere',
    'a: &x [*x]',
    'a: 1\n---\nb: 2',
    '%YAML 9',
    'a: !!js/function x',
    '\0',
  ])('of %j have a position', (text) => {
    const { problems } = buildModel(text);
    expect(problems.length).toBeGreaterThan(0);
    for (const problem of problems) expect(placeText(problem)).toMatch(/^model\.yml:\d+:\d+$/);
  });

  it('are found in time proportional to the text, for any number and depth of keys', () => {
    const keys = Array.from({ length: 60_000 }, (_, index) => `k${index}: 1`);
    const twice = [...keys, 'k7: 2', 'x: ]'].join('\n');
    expect(buildModel(twice).problems.map(({ code, at }) => [code, at])).toMatchObject([
      ['model.duplicate-key', { line: 60_001 }],
      ['model.yaml', { line: 60_002 }],
    ]);
    expect(messages(buildModel(`{${keys.slice(0, 10_000).join()}, x: ]`).problems)).toHaveLength(1);
    const tabs = keys
      .slice(0, 10_000)
      .map((key) => `\t${key}`)
      .join('\n');
    expect(messages(buildModel(`a:\n${tabs}`).problems)).toHaveLength(20);
    const deep = `a: ${'['.repeat(100_000)}`;
    expect(messages(buildModel(deep).problems)).toEqual(['Not valid YAML: nesting exceeded maxDepth (60)']);
  });

  it('of an escape before a brace explain how to write it', () => {
    const { problems } = buildModel('cubes: [{name: a, sql: "\\{x\\}"}]');
    expect(problems[0]?.hint).toContain('block scalar');
  });
});

it('points at keys, values and SQL within values, in every notation', () => {
  const text = `cubes:
  - name: a
    sqlTable: t
    tilte: x
    dimensions:
      - { name: b, type: nmber, sql: b }
      - name: c
        type: string
        sql: >-
          upper({x})
      - name: d
        type: string
        sql: 'it''s {y}'
      -
`;
  const { problems } = buildModel(text);
  expect(problems.map((problem) => underlined(problem, text))).toEqual(['tilte', 'nmber', '{x}', '{y}', '-']);
});

it('survives exponential anchors', () => {
  const levels = Array.from(
    { length: 30 },
    (_, index) => `    l${index}: &l${index} [${index ? `*l${index - 1}, *l${index - 1}` : '1'}]`,
  );
  const text = `cubes:\n- name: a\n  sql_table: t\n  meta:\n${levels.join('\n')}\n`;
  expect(codes(buildModel(text).problems)).toEqual(['model.too-large']);
});

it('terminates for deep and long hostile files', () => {
  expect(buildModel(`cubes: ${'['.repeat(50_000)}`).problems.length).toBeGreaterThan(0);
  expect(buildModel(`cubes: [{name: a, sql: "${'{'.repeat(100_000)}"}]`).problems).toHaveLength(1);
  expect(buildModel(`cubes: [{name: ${'a'.repeat(1_000_000)}, sql_table: t}]`).problems).toHaveLength(1);
});

describe('lines at the column of the key', () => {
  it('close brackets, within a mapping', () => {
    const text = `cubes:
- name: a
  sql_table: t
  meta: {
    x: [
      1, # it's
      2
  ],
  y: it's,
"z": "a{b",
  }
  measures:
  - {
  name: count, type: count
  }
`;
    expect(valueOf(text)).toEqual({
      cubes: [
        {
          name: 'a',
          sql_table: 't',
          meta: { x: [1, 2], y: "it's", z: 'a{b' },
          measures: [{ name: 'count', type: 'count' }],
        },
      ],
    });
  });

  it.each([
    ['a:\n  b: "one\n  two\n\nthree \\"\n  four"\n  c: 1', 'one two\nthree " four'],
    ["a:\n  b: 'it''s\n  two\nthree'\n  c: 1", "it's two three"],
    ['a:\r\n  b: "one\r\n  two \\\r\n  three"\r\n  c: 1', 'one two three'],
  ])('of %j belong to the quoted text', (text, b) => {
    expect(valueOf(text)).toEqual({ a: { b, c: 1 } });
  });

  it('are distinguished from those of texts that only look quoted or bracketed', () => {
    const text = `a:
  plain: select "x
    { [ from t
  block: |
    "not quoted
    {
   # a comment, as it stands further right than its key
  'key': it's { "
  ? q
  : - &anchor !!str >-
     [
  list: [ 'a
  b', "c" ]
`;
    expect(valueOf(text)).toEqual({
      a: {
        plain: 'select "x { [ from t',
        block: '"not quoted\n{\n',
        key: 'it\'s { "',
        q: ['['],
        list: ['a b', 'c'],
      },
    });
  });

  it('keep the positions of problems, in templates too', () => {
    const text = `cubes:
- name: a
  sql_table: t
  meta: {
  x: 1
  }
  dimensions: [
  { name: b, type: nmber, sql: b },
  { name: c, type: string, sql: "upper(
  {x})" }
  ]
`;
    for (const model of [text, `{% set x = 1 %}\n${text}`]) {
      const { problems } = buildModel(model);
      expect(problems.map((problem) => underlined(problem, model))).toEqual(['nmber', '{x}']);
    }
  });

  it('do not hide other mistakes of the file', () => {
    const text = 'cubes:\n- name: a\n  meta: {\n  }\n  sql_table: "t';
    expect(buildModel(text).problems.map(placeText)).toEqual(['model.yml:5:16']);
    expect(buildModel(`{% set x = 1 %}\n${text}`).problems.map(placeText)).toEqual(['model.yml:6:16']);
  });
});

it('are read in time proportional to the length of the file', () => {
  const item = '- name: a\n  meta: {\n  x: "a\n  b",\n  }\n';
  expect(valueOf(`cubes:\n${item.repeat(20_000)}`)).toHaveProperty('cubes.length', 20_000);
});
