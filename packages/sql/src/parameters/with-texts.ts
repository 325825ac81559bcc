import type { Expression, Select } from '../syntax/index.ts';

/** A statement with texts in place of its parameters, to look for what they are compared with. */
export function withTexts(select: Select, values: readonly (string | null)[]): Select {
  const change = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(change);
    if (typeof node !== 'object' || node === null) return node;
    const { kind, number, position } = node as Partial<Expression & { kind: 'parameter' }>;
    if (kind === 'parameter' && number !== undefined) {
      const text = values[number - 1];
      return typeof text === 'string' ? { kind: 'string', text, position } : { kind: 'null', position };
    }
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, change(value)]));
  };
  return change(select) as Select;
}
