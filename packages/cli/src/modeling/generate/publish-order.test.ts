import { compileModel } from '@orrery/semantic';
import { expect, it } from 'vitest';
import type { CubeDraft } from './draft/draft.ts';
import { publishSteps } from './publish-order.ts';

const id = { name: 'id', column: 'id', sql: 'id', type: 'number', isPrimaryKey: true, isPublic: true } as const;

function cube(name: string, joins: readonly string[] = [], base?: string): CubeDraft {
  return {
    name,
    comments: [],
    source: base === undefined ? { kind: 'table', sql: name } : { kind: 'extends', cube: base },
    isPublic: true,
    joins: joins.map((to) => ({ to, relationship: 'many_to_one', sql: `{CUBE}.${to}_id = {${to}.id}` })),
    dimensions: base === undefined ? [id] : [],
    measures: base === undefined ? [{ name: 'count', type: 'count' }] : [],
  };
}

const view = (name: string, ...path: readonly string[]) => ({
  name,
  title: name,
  description: name,
  inclusions: [{ path, includes: ['count'] }],
});

it.each([
  ['a chain', [cube('a', ['b']), cube('b', ['c']), cube('c')]],
  ['two cubes that join each other', [cube('a', ['b']), cube('b', ['a'])]],
  ['a circle of three, with a tail', [cube('a', ['b']), cube('b', ['c', 'd']), cube('c', ['a']), cube('d')]],
  ['a role whose base leads back to who plays it', [cube('a', ['role', 'b']), cube('role', [], 'b'), cube('b', ['a'])]],
  ['a role whose base joins it', [cube('role', [], 'b'), cube('b', ['c']), cube('c', ['role'])]],
])('leaves the model whole after every step: %s', (_, cubes) => {
  const steps = publishSteps(cubes, [view('v', 'a', 'b')].slice(cubes[0]?.name === 'a' ? 0 : 1));
  const files = new Map<string, string>();
  for (const { path, text, isReplacement } of steps) {
    expect(files.has(path)).toBe(isReplacement);
    files.set(path, text);
    const { problems } = compileModel([...files].map(([name, content]) => ({ path: name, text: content }))).build;
    expect(problems.map(({ message }) => message)).toEqual([]);
  }
  const joined = [...files.values()].join('').match(/relationship:/g) ?? [];
  expect(joined).toHaveLength(cubes.flatMap(({ joins }) => joins).length);
});
