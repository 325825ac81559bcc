/**
 * Finds sets of nodes that reach each other, each set after the ones it reaches. Iterative, because chains may be
 * longer than the stack.
 *
 * @param edgesOf may name nodes that are not in `nodes`; they are skipped
 *
 * Cost: nodes + edges. Source: Tarjan 1972, "Depth-first search and linear graph algorithms".
 */
export function strongComponents<T>(
  nodes: ReadonlySet<T>,
  edgesOf: (node: T) => Iterable<T>,
): readonly (readonly T[])[] {
  interface Visit {
    readonly node: T;
    readonly edges: Iterator<T>;
    readonly index: number;
    low: number;
    isOpen: boolean;
  }
  const visits = new Map<T, Visit>();
  const open: Visit[] = [];
  const found: (readonly T[])[] = [];
  const begin = (node: T): Visit => {
    const edges = edgesOf(node)[Symbol.iterator]();
    const visit: Visit = { node, edges, index: visits.size, low: visits.size, isOpen: true };
    visits.set(node, visit);
    open.push(visit);
    return visit;
  };
  const end = (visit: Visit, parent: Visit | undefined): void => {
    if (parent) parent.low = Math.min(parent.low, visit.low);
    if (visit.low !== visit.index) return;
    const component = open.splice(open.lastIndexOf(visit));
    for (const one of component) one.isOpen = false;
    found.push(component.map(({ node }) => node));
  };
  for (const start of nodes) {
    if (visits.has(start)) continue;
    const chain = [begin(start)];
    for (let visit = chain.at(-1); visit; visit = chain.at(-1)) {
      const { done, value } = visit.edges.next();
      if (done) {
        chain.pop();
        end(visit, chain.at(-1));
      } else if (nodes.has(value)) {
        const seen = visits.get(value);
        if (!seen) chain.push(begin(value));
        else if (seen.isOpen) visit.low = Math.min(visit.low, seen.index);
      }
    }
  }
  return found;
}
