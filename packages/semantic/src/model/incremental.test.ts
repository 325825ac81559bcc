import { describe, expect, it } from 'vitest';
import { compileModel, type CompileCache, type ModelBuild } from './compile-model.ts';
import { cubeOf, messages, modelFiles, placeText } from './model-fixture.ts';

const key = '{name: id, type: number, sql: id, primary_key: true}';
const files = {
  'a.yml': `cubes: [{name: a, sql_table: a, joins: [{name: b, relationship: many_to_one, sql: "{CUBE}.b = {b.id}"}], dimensions: [${key}]}]`,
  'b.yml': `cubes: [{name: b, sql_table: b, dimensions: [${key}, {name: x, type: string, sql: x}]}]`,
  'c.yml': `cubes: [{name: c, sql_table: c, joins: [{name: d, relationship: many_to_one, sql: "{CUBE}.d = {d.id}"}], dimensions: [${key}], measures: [{name: m, type: number, sql: "{d.n} + 1"}]}]`,
  'd.yml': `cubes: [{name: d, sql_table: d, dimensions: [${key}], measures: [{name: n, type: sum, sql: n}]}]`,
  'v.yml': 'views: [{name: v, cubes: [{join_path: a.b, includes: [x]}]}]',
};
type Files = Readonly<Record<string, string>>;

/** Compiles `from`, then `to` with the first compile's cache; checks that the cache changes nothing but the time. */
function recompile(from: Files, to: Files): { readonly before: ModelBuild; readonly after: ModelBuild } {
  const first = compileModel(modelFiles(from));
  const second = compileModel(modelFiles(to), first.cache);
  expect(second.build).toEqual(compileModel(modelFiles(to)).build);
  return { before: first.build, after: second.build };
}

function changed({ before, after }: { readonly before: ModelBuild; readonly after: ModelBuild }): readonly string[] {
  return after.pieces.filter((piece) => !before.pieces.includes(piece)).map(({ name }) => name);
}

describe('a second compile', () => {
  it('of the same texts gives identical pieces', () => {
    expect(changed(recompile(files, files))).toEqual([]);
  });

  it('of one changed file renews only what can reach it', () => {
    expect(changed(recompile(files, { ...files, 'b.yml': files['b.yml'].replace('sql: x', 'sql: y') }))).toEqual([
      'a',
      'b',
      'v',
    ]);
    expect(changed(recompile(files, { ...files, 'd.yml': files['d.yml'].replace('sql: n', 'sql: o') }))).toEqual([
      'c',
      'd',
    ]);
  });

  it('notices changed policies, also in a base, and changed positions', () => {
    const guarded = (policies: string, note = '') => ({
      ...files,
      'b.yml': `${note}${files['b.yml'].replace('sql_table: b,', `sql_table: b, access_policy: ${policies},`)}`,
      'e.yml': 'cubes: [{name: e, extends: b}]',
    });
    const asBefore = guarded('[{member_level: {includes: [x]}}]');
    const others = ['a', 'b', 'e', 'v'];
    expect(changed(recompile(asBefore, guarded('[{group: g}]')))).toEqual(others);
    expect(changed(recompile(asBefore, guarded('[{member_level: {includes: [x]}}]', '# a note\n')))).toEqual(others);
    expect(changed(recompile(asBefore, { ...files, 'e.yml': asBefore['e.yml'] }))).toEqual(others);
    expect(changed(recompile(asBefore, asBefore))).toEqual([]);
  });

  it('notices a measure of another cube that changes its class', () => {
    const { after } = recompile(files, {
      ...files,
      'd.yml': files['d.yml'].replace('type: sum', 'type: count_distinct'),
    });
    expect(cubeOf(after, 'c').measures[0]?.measureClass).toBe('holistic');
  });

  it('notices a cube that is removed and added again', () => {
    const { 'b.yml': _, ...without } = files;
    const gone = recompile(files, without).after;
    expect(messages(gone.problems)).toContain("Cube b doesn't exist");
    expect(gone.pieces.map(({ name }) => name)).toEqual(['c', 'd']);
    expect(recompile(without, files).after.pieces).toHaveLength(5);
  });

  it('notices a removed member of a view', () => {
    const { after } = recompile(files, { ...files, 'b.yml': files['b.yml'].replace('name: x', 'name: z') });
    expect(messages(after.problems)).toEqual(["Member 'x' is included in 'v' but not defined in any cube"]);
  });

  it('notices a file that breaks and is fixed', () => {
    const broken = { ...files, 'b.yml': 'cubes: [{name: b, sql_table: "b' };
    expect(recompile(files, broken).after.pieces.map(({ name }) => name)).toEqual(['c', 'd']);
    expect(recompile(broken, files).after.problems).toEqual([]);
  });

  it('moves problems with their lines', () => {
    const wrong = { 'a.yml': 'cubes: [{name: a, titel: x, sql_table: t}]' };
    const moved = { 'a.yml': `# a comment\n${wrong['a.yml']}` };
    expect(recompile(wrong, moved).after.problems.map(placeText)).toEqual(['a.yml:2:19']);
  });

  it('notices a cube that takes the name of a member referred to before a column', () => {
    const a = {
      'a.yml':
        'cubes: [{name: a, sql_table: a, dimensions: [{name: d, type: string, sql: d}, {name: e, type: string, sql: "{d}.x"}]}]',
    };
    expect(messages(recompile(a, { ...a, 'd.yml': 'cubes: [{name: d, sql_table: d}]' }).after.problems)).toHaveLength(
      1,
    );
  });
});

describe('the hash of a piece', () => {
  const hashes = (texts: Files, previous?: CompileCache) =>
    new Map(compileModel(modelFiles(texts), previous).build.pieces.map(({ name, hash }) => [name, hash]));

  it('is the same in two processes', () => {
    expect(hashes(files)).toEqual(hashes(files));
  });

  it('does not depend on comments, on the order of keys or on other files', () => {
    const { 'a.yml': a, 'b.yml': b, 'v.yml': v } = files;
    const fewer = hashes({
      'a.yml': `# comment\n${a}`,
      'b.yml': b.replace('name: x, type: string', 'type: string, name: x'),
      'v.yml': v,
    });
    for (const [name, hash] of fewer) expect(hashes(files).get(name)).toBe(hash);
  });

  it('covers a cycle of joins', () => {
    const round = {
      ...files,
      'b.yml': files['b.yml'].replace(
        'sql_table: b,',
        'sql_table: b, joins: [{name: a, relationship: one_to_many, sql: "1 = 1"}],',
      ),
    };
    const before = hashes(round);
    const after = hashes({ ...round, 'a.yml': round['a.yml'].replace('sql_table: a', 'sql_table: z') });
    expect([...before].filter(([name, hash]) => after.get(name) !== hash).map(([name]) => name)).toEqual([
      'a',
      'b',
      'v',
    ]);
  });
});
