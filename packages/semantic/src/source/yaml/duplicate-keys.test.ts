import fc from 'fast-check';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { buildModel, codes, messages, placeText, underlined } from '../../model/model-fixture.ts';
import { findDuplicateKeys } from './duplicate-keys.ts';
import { yamlSchema } from './yaml-schema.ts';

const namesOf = (pieces: readonly { readonly name: string }[]) => pieces.map(({ name }) => name).toSorted();

describe('a duplicate key', () => {
  it('is reported each time, with the position of the first', () => {
    const text =
      'cubes:\n  - name: a\n    sql_table: b\n    sql_table: c\n    sql_table: d\n  - name: d\n    sql_table: d\n    title: e\n    title: f\n';
    const { problems } = buildModel(text);
    expect(messages(problems)).toEqual([
      "Key 'sql_table' is defined more than once",
      "Key 'sql_table' is defined more than once",
      "Key 'title' is defined more than once",
    ]);
    expect(problems.map(placeText)).toEqual(['model.yml:4:5', 'model.yml:5:5', 'model.yml:9:5']);
    expect(problems.map((one) => underlined(one, text))).toEqual(['sql_table', 'sql_table', 'title']);
    expect(problems.map(({ hint }) => hint)).toEqual([
      'First defined on line 3, column 5; keep one of them',
      'First defined on line 3, column 5; keep one of them',
      'First defined on line 8, column 5; keep one of them',
    ]);
  });

  it('is reported in both spellings', () => {
    const text = 'cubes:\n  - name: a\n    sql_table: b\n    sqlTable: c\n';
    const { problems } = buildModel(text);
    expect(codes(problems)).toEqual(['model.duplicate-key']);
    expect(underlined(problems[0], text)).toBe('sqlTable');
    expect(problems[0]?.hint).toBe('It is also given here as sql_table; keep one of them');
  });

  it('disables its cube and keeps the others of the file', () => {
    const build = buildModel(`cubes:
  - {name: a, sql_table: a, title: x, title: y}
  - {name: b, sql_table: b}
views:
  - {name: v, cubes: [{join_path: a, includes: "*"}]}
  - {name: w, cubes: [{join_path: b, includes: "*", prefix: true, prefix: false}]}`);
    expect(namesOf(build.pieces)).toEqual(['b']);
    expect(namesOf(build.unavailable)).toEqual(['a', 'v', 'w']);
    expect(codes(build.unavailable.find(({ name }) => name === 'a')?.problems ?? [])).toEqual(['model.duplicate-key']);
  });

  it('does not hide other problems of the file', () => {
    const text = `cubes:
  - name: a
    sql_table: a
    sql_table: b
    tilte: x
    joins:
      - {name: b, relationship: many_to_one, sql: "{CUBE}.b = {b.id}"}
    measures:
      - {name: count, type: count}
      - {name: x, type: number, sql: "{y}"}
      - {name: y, type: number, sql: "{x}"}
  - name: b
    sql_table: b
    pre_agregations: [{}]
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
  - {name: twice, sql_table: c}
  - {name: twice, sql_table: c}
`;
    const { problems } = buildModel(text);
    expect(problems.map((one) => [one.code, underlined(one, text)])).toEqual([
      ['model.missing-primary-key', 'a'],
      ['model.duplicate-key', 'sql_table'],
      ['model.unknown-key', 'tilte'],
      ['model.member-cycle', '{y}'],
      ['model.unknown-key', 'pre_agregations'],
      ['model.duplicate-cube', 'twice'],
      ['model.duplicate-cube', 'twice'],
    ]);
  });

  it('is reported at the value that was read when that has a problem too', () => {
    const text = 'cubes:\n  - {name: a, sql_table: a, public: true, public: maybe}';
    const { problems } = buildModel(text);
    expect(problems.map((one) => underlined(one, text))).toEqual(['public', 'maybe']);
  });

  it('of a list or a name hides what others refer to', () => {
    const reader = 'joins: [{name: a, relationship: one_to_one, sql: "{CUBE}.id = {a.x} AND {a.y} = 1"}]';
    const second = `  - {name: b, sql_table: b, ${reader}}`;
    const lists = 'dimensions: [{name: x, type: number, sql: x}], dimensions: [{name: y, type: number, sql: y}]';
    const member = 'dimensions: [{name: x, name: y, type: number, sql: x}]';
    for (const keys of [lists, member]) {
      expect(codes(buildModel(`cubes:\n  - {name: a, sql_table: a, ${keys}}\n${second}`).problems)).toEqual([
        'model.duplicate-key',
      ]);
    }
    const build = buildModel(`cubes:\n  - {name: a, name: c, sql_table: a}\n${second}`);
    expect(codes(build.problems)).toEqual(['model.duplicate-key']);
    expect(namesOf(build.unavailable)).toEqual(['a', 'b', 'c']);
  });

  it('at the top level disables the whole file', () => {
    const build = buildModel(
      'cubes:\n  - name: a\n    sql_table: a\ncubes:\n  - name: b\n    sql_table: b\n    extends: a\n',
    );
    expect(codes(build.problems)).toEqual(['model.duplicate-key']);
    expect(build.problems.map(placeText)).toEqual(['model.yml:4:1']);
    expect(namesOf(build.unavailable)).toEqual(['a', 'b']);
    for (const { problems } of build.unavailable) expect(codes(problems)).toEqual(['model.duplicate-key']);
  });

  it('is reported through aliases', () => {
    const build = buildModel(`cubes:
  - {name: a, sql_table: a, meta: &shared {x: 1, x: 2}}
  - {name: b, sql_table: b, meta: *shared}`);
    expect(codes(build.problems)).toEqual(['model.duplicate-key']);
    expect(build.pieces).toEqual([]);
    for (const { problems } of build.unavailable) expect(codes(problems)).toEqual(['model.duplicate-key']);
  });

  it('is not a merge, nor a key that replaces a merged one', () => {
    const text = `cubes:
  - {name: a, sql_table: a, measures: [&base {name: x, type: sum, sql: x}]}
  - {name: b, sql_table: b, measures: [{<<: *base, <<: *base, name: y}]}`;
    expect(buildModel(text).problems).toEqual([]);
  });
});

it('finds repeated keys where the reader of values refuses them', () => {
  const key = fc.constantFrom(
    'a',
    '"a"',
    "'a'",
    '1',
    '0x1',
    '"1"',
    '~',
    'null',
    '<<',
    '"<<"',
    '__proto__',
    '&k b',
    '!!str a',
  );
  const leaf: fc.Arbitrary<string> = fc.constantFrom('1', 'x', '[]', '{}', '[{a: 1, a: 2}]');
  const mapping = fc
    .array(fc.tuple(key, leaf), { maxLength: 4 })
    .map((pairs) => `{${pairs.map(([name, value]) => `${name}: ${name === '<<' ? '{a: 1}' : value}`).join(', ')}}`);
  fc.assert(
    fc.property(mapping, (text) => {
      const isRefused = ((): boolean => {
        try {
          load(text, { schema: yamlSchema });
          return false;
        } catch {
          return true;
        }
      })();
      expect(findDuplicateKeys(text).length > 0).toBe(isRefused);
    }),
  );
});
