import { isMap, isScalar, isSeq, type Node, type Scalar } from 'yaml';

/**
 * Keys that their mapping has once more, in order of the text. In time that grows with the text, and however deep it is:
 * the library compares each key with all others of its mapping, so it is told not to look (`uniqueKeys: false`).
 */
export function repeatedKeys(root: Node | null): readonly Scalar[] {
  const repeated: Scalar[] = [];
  const left: unknown[] = [root];
  while (left.length > 0) {
    const node = left.pop();
    if (isSeq(node)) for (const item of node.items) left.push(item);
    if (!isMap(node)) continue;
    const seen = new Set<unknown>();
    for (const { key, value } of node.items) {
      left.push(key, value);
      if (!isScalar(key) || isMerge(key)) continue;
      if (seen.has(key.value)) repeated.push(key);
      seen.add(key.value);
    }
  }
  return repeated.sort((a, b) => (a.range?.[0] ?? 0) - (b.range?.[0] ?? 0));
}

/** A mapping may have several of them. */
function isMerge({ value }: Scalar): boolean {
  return value === '<<' || typeof value === 'symbol';
}
