import type { Name } from '../syntax/index.ts';

const isName = (value: object): value is Name => 'text' in value && 'isQuoted' in value && 'position' in value;

/** @returns every object below a value, itself included, those of the first fields first */
export function partsOf(value: unknown): readonly object[] {
  const parts: object[] = [];
  const waiting = [value];
  for (let next = waiting.pop(); next !== undefined || waiting.length > 0; next = waiting.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    if (!Array.isArray(next)) parts.push(next);
    waiting.push(...Object.values(next).toReversed());
  }
  return parts;
}

/** @returns what is wrong with the names of a tree: those that do not stand in the text as they say */
export function misplacedNames(text: string, tree: unknown): readonly string[] {
  const parts = partsOf(tree);
  // What is written in words has a name of PostgreSQL's.
  const given = new Set(parts.flatMap((part) => ('isSpelled' in part && part.isSpelled ? partsOf(part)[1] : [])));
  return parts
    .filter(isName)
    .filter((name) => !given.has(name) && !standsAt(text, name))
    .map(({ text: name, position }) => `${name} at ${position}: ${text.slice(position, position + 20)}`);
}

function standsAt(text: string, name: Name): boolean {
  if (!name.isQuoted) return text.startsWith(name.text, name.position);
  const there = text.slice(name.position);
  return there.startsWith(`"${name.text.replaceAll('"', '""')}"`) || /^[uU]&"/.test(there);
}
