/**
 * Circles of a directed graph, one for each set of nodes that reach each other, as the chain that closes it:
 * `[a, b, a]`. Iterative: chains may be longer than the stack.
 *
 * Cost: nodes + edges. Source: depth-first search with colours, Cormen et al., "Introduction to Algorithms".
 */
export function findCycles<T>(nodes: Iterable<T>, edgesOf: (node: T) => readonly T[]): readonly (readonly T[])[] {
  const done = new Set<T>();
  const cycles: (readonly T[])[] = [];
  for (const start of nodes) {
    if (done.has(start)) continue;
    const chain: T[] = [start];
    const positions = new Map<T, number>([[start, 0]]);
    const cursors = [0];
    while (chain.length > 0) {
      const node = chain[chain.length - 1]!;
      const next = edgesOf(node)[cursors[cursors.length - 1]!++];
      if (next === undefined) {
        done.add(node);
        positions.delete(node);
        chain.pop();
        cursors.pop();
      } else if (positions.has(next)) {
        cycles.push([...chain.slice(positions.get(next)), next]);
      } else if (!done.has(next)) {
        positions.set(next, chain.length);
        chain.push(next);
        cursors.push(0);
      }
    }
  }
  return cycles;
}
