import { hash } from 'node:crypto';
import type { CubeName } from './model.ts';

/** A piece without its hash, and the pieces it was resolved against. */
export interface HashInput {
  readonly name: CubeName;
  /** Plain data; the same object always has the same content. */
  readonly content: object;
  readonly dependencies: Iterable<CubeName>;
}

/** Hashes of contents, kept for as long as the contents are. */
export type ContentHashes = WeakMap<object, string>;

/**
 * One hash a piece, over its content and the content of everything it can reach. Pieces that reach each other share
 * what they reach, so a circle of joins is hashed as one.
 *
 * Source: Tarjan 1972, "Depth-first search and linear graph algorithms" (components come after what they reach).
 */
export function hashPieces(
  inputs: ReadonlyMap<CubeName, HashInput>,
  known: ContentHashes,
): ReadonlyMap<CubeName, string> {
  const contents = new Map<CubeName, string>();
  for (const { name, content } of inputs.values()) {
    const hashed = known.get(content) ?? digest(JSON.stringify(content));
    known.set(content, hashed);
    contents.set(name, hashed);
  }
  const reach = new Map<CubeName, string>();
  const hashes = new Map<CubeName, string>();
  for (const component of components(inputs)) {
    const beyond = new Set<string>();
    for (const name of component) {
      for (const other of inputs.get(name)!.dependencies) {
        const hashed = reach.get(other);
        if (hashed !== undefined) beyond.add(hashed);
      }
    }
    const own = component.map((name) => contents.get(name)!).sort();
    const together = digest([...own, ...[...beyond].sort()].join());
    for (const name of component) reach.set(name, together);
    for (const name of component) hashes.set(name, digest(`${contents.get(name)},${together}`));
  }
  return hashes;
}

function digest(text: string): string {
  return hash('sha256', text, 'hex').slice(0, 32);
}

/** Sets of pieces that reach each other, each after the ones it reaches. Iterative: chains may be long. */
function components(inputs: ReadonlyMap<CubeName, HashInput>): readonly (readonly CubeName[])[] {
  interface Visit {
    readonly name: CubeName;
    readonly edges: readonly CubeName[];
    readonly index: number;
    low: number;
    cursor: number;
    isOpen: boolean;
  }
  const visits = new Map<CubeName, Visit>();
  const open: Visit[] = [];
  const found: (readonly CubeName[])[] = [];
  const begin = (name: CubeName): Visit => {
    const edges = [...inputs.get(name)!.dependencies].filter((other) => inputs.has(other));
    const visit: Visit = { name, edges, index: visits.size, low: visits.size, cursor: 0, isOpen: true };
    visits.set(name, visit);
    open.push(visit);
    return visit;
  };
  for (const start of inputs.keys()) {
    if (visits.has(start)) continue;
    const chain = [begin(start)];
    while (chain.length > 0) {
      const visit = chain[chain.length - 1]!;
      const next = visit.edges[visit.cursor++];
      if (next === undefined) {
        chain.pop();
        const parent = chain[chain.length - 1];
        if (parent) parent.low = Math.min(parent.low, visit.low);
        if (visit.low === visit.index) {
          const component = open.splice(open.lastIndexOf(visit));
          for (const one of component) one.isOpen = false;
          found.push(component.map(({ name }) => name));
        }
        continue;
      }
      const seen = visits.get(next);
      if (!seen) chain.push(begin(next));
      else if (seen.isOpen) visit.low = Math.min(visit.low, seen.index);
    }
  }
  return found;
}
