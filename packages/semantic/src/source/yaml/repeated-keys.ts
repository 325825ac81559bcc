import { isMap, isScalar, isSeq, type Node, type Scalar } from 'yaml';

/**
 * Finds repeated keys of mappings, in order of the text, at any depth. Cost: linear in the text. The library compares
 * each key with all others of its mapping, so its own check is switched off (`uniqueKeys: false`).
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

/** Whether the key is `<<`, which a mapping may have several times. */
function isMerge({ value }: Scalar): boolean {
  return value === '<<' || typeof value === 'symbol';
}
