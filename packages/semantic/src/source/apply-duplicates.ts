import type { Definition } from './definition.ts';
import type { ModelDocument } from './document.ts';
import type { DuplicateKey } from './yaml/duplicate-keys.ts';
import { finding, type Finding, placeOf, rootPlace } from './finding.ts';
import { snakeCase } from './fields/letter-case.ts';
import { indexLines, type LineIndex, spanAt } from './yaml/line-index.ts';
import { isName } from './fields/read-name.ts';

/** Lists of a cube with items that others may refer to. */
const sections = new Set(['dimensions', 'measures', 'segments', 'joins']);

/**
 * Handles repeated keys in a document: the last of each was read, which may not be the intended one. The cube or view
 * around it counts as damaged; if the key is outside of them, or aliases spread it, all of the file do.
 *
 * @param likelyNames of the whole file, for definitions of a list that a later one replaces
 */
export function applyDuplicates(
  file: string,
  text: string,
  document: ModelDocument,
  duplicates: readonly DuplicateKey[],
  likelyNames: readonly string[],
): ModelDocument {
  const lines = indexLines(file, text);
  const isEverywhere = duplicates.some(({ path, isShared }) => isShared || path.length < 2);
  const named = new Set(document.definitions.map(({ name }) => name));
  const byOwner = Map.groupBy(duplicates, ({ path }) => ownerKey(path[0], path[1]));
  return {
    definitions: document.definitions.map((definition) => {
      const { parent, key } = definition.place;
      const own = byOwner.get(ownerKey(parent?.key, key)) ?? [];
      return own.length > 0 || isEverywhere ? damaged(definition, own) : definition;
    }),
    viewGroups: document.viewGroups,
    findings: [...document.findings, ...duplicates.map((one) => report(one, file, lines))],
    brokenNames: [
      ...document.brokenNames,
      ...duplicates.flatMap((one) => otherName(one, text)),
      ...(isEverywhere ? likelyNames.filter((name) => !named.has(name)) : []),
    ],
  };
}

function ownerKey(section: string | number | undefined, index: string | number | undefined): string {
  return `${snakeCase(String(section))} ${index}`;
}

function damaged(definition: Definition, own: readonly DuplicateKey[]): Definition {
  if (definition.kind === 'view') return { ...definition, isDamaged: true };
  const isOpen = definition.losses.isOpen || own.some(hidesNames);
  return { ...definition, isDamaged: true, losses: { ...definition.losses, isOpen } };
}

/** Whether a repeated key hides names: of two lists only one is read, and others may refer to items of the other. */
function hidesNames({ key, path }: DuplicateKey): boolean {
  const [, , section] = path;
  if (section === undefined) return sections.has(key);
  return path.length === 4 && sections.has(String(section)) && key === 'name';
}

/** The other name of a cube or view that has two. */
function otherName({ key, path, first }: DuplicateKey, text: string): readonly string[] {
  if (key !== 'name' || path.length !== 2) return [];
  const name = text.slice(first.value.from, first.value.to);
  return isName(name) ? [name] : [];
}

function report({ key, path, first, again }: DuplicateKey, file: string, lines: LineIndex): Finding {
  let place = rootPlace(file);
  path.forEach((step, depth) => {
    place = placeOf(place, depth === 0 ? snakeCase(String(step)) : step);
  });
  const { line, column } = spanAt(lines, first.from, first.to);
  const hint = `First defined on line ${line}, column ${column}; keep one of them`;
  return finding('model.duplicate-key', { key }, place, { hint, mark: { from: again.from, to: again.to } });
}
