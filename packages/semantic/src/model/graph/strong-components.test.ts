import { expect, it } from 'vitest';
import { findCycles } from './find-cycles.ts';
import { strongComponents } from './strong-components.ts';

const graph: Readonly<Record<string, readonly string[]>> = {
  a: ['b'],
  b: ['c', 'd'],
  c: ['b'],
  d: ['e', 'gone'],
  e: [],
};
const edgesOf = (node: string) => graph[node] ?? [];

it('groups nodes that reach each other, after the ones they reach', () => {
  const found = strongComponents(new Set(Object.keys(graph)), edgesOf).map((component) =>
    component.toSorted().join(''),
  );
  expect(found).toEqual(['e', 'd', 'bc', 'a']);
});

it('names a cycle as the chain that closes it', () => {
  expect(findCycles(Object.keys(graph), edgesOf)).toEqual([['b', 'c', 'b']]);
  expect(findCycles(['x'], () => ['x'])).toEqual([['x', 'x']]);
});

it('walks chains longer than the stack', () => {
  const nodes = Array.from({ length: 100_000 }, (_, index) => index);
  const next = (node: number) => (node + 1 < nodes.length ? [node + 1] : []);
  expect(strongComponents(new Set(nodes), next)).toHaveLength(nodes.length);
  expect(findCycles(nodes, next)).toEqual([]);
});
