import { accessFor, compileModel, type ModelBuild, type Piece, type Problem } from '@orrery/semantic';
import { expect, it } from 'vitest';
import { mayReplace, snapshotOf } from './model-snapshot.ts';

const problem: Problem = { code: 'model.unknown-key', message: 'x' };

// Only names and hashes matter.
function build(names: readonly string[], problems: readonly Problem[] = [], hash = '1'): ModelBuild {
  const pieces = names.map(
    (name) => ({ name, hash, kind: 'view', dimensions: [], measures: [], segments: [] }) as unknown as Piece,
  );
  return { pieces, unavailable: [], problems, notices: [] };
}

it.each([
  ['a healthy one by a healthy one', build(['a', 'b']), build(['a']), true],
  [
    'a healthy one by one with problems, even when nothing is missing',
    build(['a']),
    build(['a', 'b'], [problem]),
    false,
  ],
  ['a partial one by one that takes nothing away', build(['a'], [problem]), build(['a', 'b'], [problem]), true],
  ['a partial one by one that takes something away', build(['a', 'b'], [problem]), build(['a'], [problem]), false],
  ['a partial one by a healthy one, whatever it has', build(['a', 'b'], [problem]), build(['c']), true],
])('decides whether to replace %s', (_, serving, next, may) => {
  expect(mayReplace(serving, next)).toBe(may);
});

it('has the same version only for the same definitions', async () => {
  const version = async (of: ModelBuild) => (await snapshotOf(of)).version;
  expect(await version(build(['a', 'b']))).toBe(await version(build(['b', 'a'])));
  expect(await version(build(['a']))).not.toBe(await version(build(['a'], [], '2')));
  expect(await version(build(['a']))).not.toBe(await version(build(['b'])));
});

it('keeps what was found about its policies, for callers of whom they read the same', async () => {
  const text = `cubes:
  - name: orders
    sql_table: orders
    measures: [{ name: count, type: count }]
    access_policy: [{ group: sales, member_level: { includes: '*' } }]
`;
  const { index } = await snapshotOf(compileModel([{ path: 'model.yml', text }]).build);
  const caller = { securityContext: {}, groups: ['sales'], roles: [], userAttributes: undefined };
  const access = accessFor(index, caller);
  expect(accessFor(index, { ...caller })).toBe(access);
  expect(accessFor(index, { ...caller, groups: ['others'] })).not.toBe(access);
});
