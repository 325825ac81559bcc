const bytesOfObject = 32;
const bytesOfField = 8;
const bytesOfText = 24;

/** Estimates the memory of what a statement was read into, from above. */
export function bytesOfTree(tree: object): number {
  let bytes = 0;
  const waiting: object[] = [tree];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const fields: readonly (readonly [string, unknown])[] = Object.entries(node);
    bytes += bytesOfObject + bytesOfField * fields.length;
    for (const [name, value] of fields) {
      if (name === 'kind') continue; // one text for all nodes
      if (typeof value === 'string') bytes += bytesOfText + 2 * value.length;
      else if (typeof value === 'object' && value !== null) waiting.push(value);
    }
  }
  return bytes;
}
