import { readNodes, type YamlNode } from './yaml-nodes.ts';

/** A key that occurs again in its mapping. Ranges are offsets, `[from, to)`. */
export interface DuplicateKey {
  readonly key: string;
  /** Path of the mapping. */
  readonly path: readonly (string | number)[];
  readonly first: Occurrence;
  readonly again: Occurrence;
  /** Aliases may carry the mapping to other places of the file. */
  readonly isShared: boolean;
}

interface Occurrence {
  readonly from: number;
  readonly to: number;
  readonly value: { readonly from: number; readonly to: number };
}

/** Finds every repeated key of otherwise valid YAML, in order of the text. */
export function findDuplicateKeys(text: string): readonly DuplicateKey[] {
  const found: DuplicateKey[] = [];
  const root = readNodes(text);
  if (root) visit(root, [], false);
  return found.toSorted((a, b) => a.again.from - b.again.from);

  function visit(node: YamlNode, path: readonly (string | number)[], isInside: boolean): void {
    const isShared = isInside || node.isAnchored;
    const firsts = new Map<string, Occurrence>();
    for (const { key, isMerge, keyNode, value } of node.entries ?? []) {
      visit(value, [...path, key], isShared);
      if (isMerge) continue;
      const occurrence = { from: keyNode.from, to: keyNode.to, value: { from: value.from, to: value.to } };
      const first = firsts.get(key);
      if (first) found.push({ key, path, first, again: occurrence, isShared });
      else firsts.set(key, occurrence);
    }
    node.items?.forEach((item, index) => visit(item, [...path, index], isShared));
  }
}
