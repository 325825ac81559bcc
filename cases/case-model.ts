import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { MemberId, StoredForm } from '@orrery/semantic';
import { parse, stringify } from 'yaml';
import { root } from './root.ts';

/** The model of a case. Cases that share a model share this object, so that it is compiled once. */
export interface CaseModel {
  /** The path, from the cases folder and without endings, of what makes it special: a case, additions, or a model. */
  readonly name: string;
  readonly text: string;
  readonly stored?: StoredFile;
}

/** How data sources store the members of a model. */
interface StoredFile extends Partial<Readonly<Record<'days' | 'texts', readonly MemberId[]>>> {
  readonly shownAs?: Readonly<Record<string, StoredForm>>;
}

const models = new Map<string, CaseModel>();

/** The nearest `model.yml` above a case, with the nearest `additions.yml` between them or the case's own. */
export function sharedModel(name: string, own?: unknown): CaseModel {
  const model = nearest('model.yml', dirname(name));
  if (model === undefined) throw new Error(`cases/${name}.yml has no model.yml above it`);
  if (own !== undefined) return { ...readModel(model), name, text: laidOver(readModel(model).text, own) };
  const additions = nearest('additions.yml', dirname(name));
  if (additions === undefined || !isWithin(dirname(additions), dirname(model))) return readModel(model);
  return remembered(additions, () => ({
    ...readModel(model),
    name: additions.replace(/\.yml$/, ''),
    text: laidOver(readModel(model).text, parse(readFileSync(join(root, additions), 'utf8'))),
  }));
}

/** The model that a case has within. */
export function modelWithin(name: string, text: string, additions?: unknown): CaseModel {
  return { name, text: additions === undefined ? text : laidOver(text, additions) };
}

/** The model of a file, from the cases folder. */
export function readModel(file: string): CaseModel {
  return remembered(file, () => {
    const stored = join(root, dirname(file), 'stored.json');
    return {
      name: file.replace(/\.yml$/, ''),
      text: readFileSync(join(root, file), 'utf8'),
      ...(existsSync(stored) ? { stored: JSON.parse(readFileSync(stored, 'utf8')) } : {}),
    };
  });
}

function remembered(file: string, read: () => CaseModel): CaseModel {
  const before = models.get(file);
  if (before) return before;
  const fresh = read();
  models.set(file, fresh);
  return fresh;
}

/** The file of this name in a folder or above it, from the cases folder. */
function nearest(file: string, folder: string): string | undefined {
  const place = folder === '.' ? file : `${folder}/${file}`;
  if (existsSync(join(root, place))) return place;
  return folder === '.' ? undefined : nearest(file, dirname(folder));
}

function isWithin(folder: string, other: string): boolean {
  return other === '.' || folder === other || folder.startsWith(`${other}/`);
}

function laidOver(text: string, additions: unknown): string {
  return stringify(valueLaidOver(parse(text), additions), { aliasDuplicateObjects: false });
}

type Named = Readonly<Record<string, unknown>>;

/**
 * Items of lists go by their names: a new one is added, a known one gets the keys it does not have, or has otherwise.
 */
function valueLaidOver(below: unknown, above: unknown): unknown {
  if (Array.isArray(below) && Array.isArray(above)) return listLaidOver(below, above);
  if (!isMapping(below) || !isMapping(above)) return above;
  const shared = Object.keys(above).map((key) => [
    key,
    key in below ? valueLaidOver(below[key], above[key]) : above[key],
  ]);
  return { ...below, ...Object.fromEntries(shared) };
}

function listLaidOver(below: readonly unknown[], above: readonly unknown[]): readonly unknown[] {
  const known = below.map((item) => {
    const other = above.find((candidate) => isSame(item, candidate));
    return other === undefined ? item : valueLaidOver(item, other);
  });
  return [...known, ...above.filter((candidate) => !below.some((item) => isSame(item, candidate)))];
}

function isSame(one: unknown, other: unknown): boolean {
  return isMapping(one) && isMapping(other) && one['name'] !== undefined && one['name'] === other['name'];
}

function isMapping(value: unknown): value is Named {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
