import { hash } from 'node:crypto';
import type { CubeName } from '../model.ts';
import { strongComponents } from './strong-components.ts';

/** A piece without its hash, and the pieces it was resolved against. */
export interface HashInput {
  /** Plain data; equal objects have equal content. */
  readonly content: object;
  readonly dependencies: ReadonlySet<CubeName>;
}

/** Hashes of contents, kept as long as the contents. */
export type ContentHashes = WeakMap<object, string>;

/**
 * Computes one hash per piece, over its content and that of everything it can reach. Pieces that reach each other share
 * this, so a cycle of joins is hashed as one.
 */
export function hashPieces(
  inputs: ReadonlyMap<CubeName, HashInput>,
  known: ContentHashes,
): ReadonlyMap<CubeName, string> {
  const none: ReadonlySet<CubeName> = new Set();
  const dependenciesOf = (name: CubeName): ReadonlySet<CubeName> => inputs.get(name)?.dependencies ?? none;
  const reach = new Map<CubeName, string>();
  const hashes = new Map<CubeName, string>();
  for (const component of strongComponents(new Set(inputs.keys()), dependenciesOf)) {
    const parts = new Set<string>();
    const contents = component.map((name) => contentHash(inputs.get(name)?.content ?? {}, known));
    for (const content of contents) parts.add(content);
    for (const name of component) {
      for (const other of dependenciesOf(name)) {
        const beyond = reach.get(other);
        if (beyond !== undefined) parts.add(beyond);
      }
    }
    const together = digest([...parts].sort().join());
    component.forEach((name, index) => {
      reach.set(name, together);
      hashes.set(name, `${contents[index]}${together}`);
    });
  }
  return hashes;
}

function contentHash(content: object, known: ContentHashes): string {
  const hashed = known.get(content) ?? digest(JSON.stringify(content));
  known.set(content, hashed);
  return hashed;
}

const hashLength = 24;

function digest(text: string): string {
  return hash('sha256', text, 'hex').slice(0, hashLength);
}
