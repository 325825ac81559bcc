/**
 * Cycles of a directed graph as closed chains: `[a, b, a]`; at least one for each set of nodes that reach each other.
 * Iterative, because chains may be longer than the stack.
 *
 * Cost: nodes + edges. Source: depth-first search with colours, Cormen et al., "Introduction to Algorithms".
 */
export function findCycles<T>(nodes: Iterable<T>, edgesOf: (node: T) => Iterable<T>): readonly Cycle<T>[] {
  const done = new Set<T>();
  const cycles: Cycle<T>[] = [];
  for (const start of nodes) {
    if (done.has(start)) continue;
    const positions = new Map<T, number>([[start, 0]]);
    const chain = [{ node: start, edges: edgesOf(start)[Symbol.iterator]() }];
    for (let last = chain.at(-1); last; last = chain.at(-1)) {
      const edge = last.edges.next();
      if (edge.done) {
        done.add(last.node);
        positions.delete(last.node);
        chain.pop();
        continue;
      }
      const next = edge.value;
      const position = positions.get(next);
      if (position !== undefined) {
        const [, ...rest] = chain.slice(position).map(({ node }) => node);
        cycles.push([next, ...rest, next]);
      } else if (!done.has(next)) {
        positions.set(next, chain.length);
        chain.push({ node: next, edges: edgesOf(next)[Symbol.iterator]() });
      }
    }
  }
  return cycles;
}

/** Begins and ends with the same node. */
export type Cycle<T> = readonly [T, ...T[]];
