import { fold, keyOf, singular } from '../text/index.ts';
import {
  localName,
  ownerOf,
  targetOf,
  type VisibleDimension,
  type VisibleFace,
  type VisibleMeasure,
  type VisiblePiece,
} from '../visible-model.ts';

export interface NamePhrase {
  readonly key: string;
  readonly fit: 2 | 3;
  readonly inPlural: boolean;
  readonly isPlural: boolean;
}

/** A name as it is looked for. */
export interface KnownName {
  readonly key: string;
  readonly isPlural: boolean;
}

/** Reads names, each of them once: cubes and views of a model have many names in common. */
export class KnownNames {
  readonly #known = new Map<string, KnownName>();

  of(name: string): KnownName {
    const known = this.#known.get(name);
    if (known) return known;
    const last = fold(name.split(/[\s_]+/).at(-1) ?? '');
    const read = { key: keyOf(name), isPlural: singular(last) !== last };
    this.#known.set(name, read);
    return read;
  }

  keyOf(name: string): string {
    return this.of(name).key;
  }
}

/** Names of a member that its author wrote, and these behind the name of its cube or view. */
export function ownPhrases(face: VisibleFace, piece: VisiblePiece, names: KnownNames): NamePhrase[] {
  const isTitleMade = face.title === `${piece.title} ${face.shortTitle}`;
  const written = [localName(face.name), face.shortTitle, ...(face.aliases ?? []), ...synonymsOf(face)];
  const own = [...new Set(written)].map((name) => names.of(name));
  const pieceKeys = [...new Set([names.keyOf(piece.name), names.keyOf(piece.title)])];
  const target = targetOf(face);
  const behind = target === face.name ? [] : [names.of(localName(target))];
  return [
    ...own.map(({ key, isPlural }) => exact(key, isPlural)),
    ...(isTitleMade ? [] : [names.of(face.title)]).map(({ key, isPlural }) => exact(key, isPlural)),
    ...own.flatMap(({ key, isPlural }) => pieceKeys.map((before) => exact(`${before}${key}`, isPlural))),
    ...behind.flatMap(({ key, isPlural }) => [derived(key), exact(`${names.keyOf(ownerOf(target))}${key}`, isPlural)]),
  ];
}

/**
 * A count is asked for by what it counts: `orders` for the count of orders. `cancelled orders` is the count of that name
 * in the cube of orders.
 */
export function countPhrases(measure: VisibleMeasure, piece: VisiblePiece, names: KnownNames): NamePhrase[] {
  if (!measure.aggType.toLowerCase().startsWith('count')) return [];
  const target = targetOf(measure);
  const owner = ownerOf(target);
  const isOwn = target === measure.name;
  const words = localName(measure.name).toLowerCase().split('_');
  const things = words.filter((word) => !['count', 'number', 'num', 'of'].includes(word));
  const phrases: NamePhrase[] = [];
  if (localName(target) === 'count') {
    phrases.push(counted(names.keyOf(owner), isOwn ? 3 : 2));
    if (isOwn) phrases.push(counted(names.keyOf(piece.title), 3));
  } else {
    phrases.push(counted(`${names.keyOf(localName(target))}${names.keyOf(owner)}`, 3));
  }
  if (things.length > 0 && things.length < words.length) phrases.push(counted(names.keyOf(things.join(' ')), 3));
  return phrases;
}

/** Lists the phrases that mean a thing by the names of things: `customers` for the names of customers. */
export function thingPhrases(dimension: VisibleDimension, piece: VisiblePiece, names: KnownNames): NamePhrase[] {
  if (dimension.type !== 'string') return [];
  const target = targetOf(dimension);
  const phrases: NamePhrase[] = [];
  if (localName(target) === 'name') phrases.push(derived(names.keyOf(ownerOf(target))));
  if (localName(dimension.name) === 'name' && piece.type === 'cube') phrases.push(derived(names.keyOf(piece.title)));
  const thing = /^(.{1,100})_name$/.exec(localName(dimension.name))?.[1];
  if (thing !== undefined) phrases.push(derived(names.keyOf(thing)));
  return phrases;
}

function exact(key: string, isPlural = false): NamePhrase {
  return { key, fit: 3, inPlural: false, isPlural };
}

function derived(key: string): NamePhrase {
  return { key, fit: 2, inPlural: false, isPlural: false };
}

function counted(key: string, fit: NamePhrase['fit']): NamePhrase {
  return { key, fit, inPlural: true, isPlural: true };
}

function synonymsOf({ synonyms, meta }: VisibleFace): readonly string[] {
  const more = typeof meta === 'object' && meta !== null && 'synonyms' in meta ? meta.synonyms : undefined;
  const texts = Array.isArray(more) ? more.filter((one): one is string => typeof one === 'string') : [];
  return [...(synonyms ?? []), ...texts];
}
