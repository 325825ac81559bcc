import type { SecurityClaims } from '../../api/data.ts';

type ReadContext =
  | { readonly ok: true; readonly value: SecurityClaims; readonly text: string }
  | { readonly ok: false; readonly line: string };

const partsOf = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/**
 * Reads the rights to look with: names of groups with commas between, and attributes as `region = Iberia`. A name that
 * comes twice has a list of values.
 */
export function contextOf(groups: string, attributes: string): ReadContext {
  const names = [...new Set(partsOf(groups))];
  const values = new Map<string, string[]>();
  for (const part of partsOf(attributes)) {
    const [, name, value] = /^([^=]+?)\s*=\s*(.*)$/.exec(part) ?? [];
    if (name === undefined || value === undefined) return { ok: false, line: part };
    values.set(name, [...(values.get(name) ?? []), value]);
  }
  const userAttributes = Object.fromEntries(
    [...values].map(([name, list]) => [name, list.length === 1 ? list[0] : list]),
  );
  const text = [...names, ...[...values].map(([name, list]) => `${name} ${list.join(', ')}`)].join('; ');
  return { ok: true, value: { cubeCloud: { groups: names, userAttributes } }, text };
}
