import { readFileSync } from 'node:fs';
import { parse, stringify } from 'yaml';

type Named = Readonly<Record<string, unknown>>;

/** The text of a model file, with the additions of a case laid over it. */
export function modelText(modelFile: string, additionsFile?: string): string {
  const text = readFileSync(modelFile, 'utf8');
  if (additionsFile === undefined) return text;
  return stringify(laidOver(parse(text), parse(readFileSync(additionsFile, 'utf8'))), { aliasDuplicateObjects: false });
}

/** Items of lists go by their names: a new one is added, a known one gets the keys it does not have, or has otherwise. */
function laidOver(below: unknown, above: unknown): unknown {
  if (Array.isArray(below) && Array.isArray(above)) return listLaidOver(below, above);
  if (!isMapping(below) || !isMapping(above)) return above;
  const shared = Object.keys(above).map((key) => [key, key in below ? laidOver(below[key], above[key]) : above[key]]);
  return { ...below, ...Object.fromEntries(shared) };
}

function listLaidOver(below: readonly unknown[], above: readonly unknown[]): readonly unknown[] {
  const known = below.map((item) => {
    const other = above.find((candidate) => isSame(item, candidate));
    return other === undefined ? item : laidOver(item, other);
  });
  return [...known, ...above.filter((candidate) => !below.some((item) => isSame(item, candidate)))];
}

function isSame(one: unknown, other: unknown): boolean {
  return isMapping(one) && isMapping(other) && one['name'] !== undefined && one['name'] === other['name'];
}

function isMapping(value: unknown): value is Named {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
