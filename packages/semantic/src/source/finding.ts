import { type CatalogueParams, type Problem, problem, type ProblemCode } from '../problem/index.ts';

/** The position of a value in a model file: its keys, innermost first. */
export interface KeyPath {
  readonly file: string;
  readonly parent: KeyPath | undefined;
  /** The key in its canonical spelling; the file may say `sqlTable` for `sql_table`. */
  readonly key: string | number;
  /** Shown instead of an index: `measures.count.type`. */
  readonly name?: string;
}

/**
 * The part a code frame underlines: the value, its key, the first such text inside the value, or a range of the file,
 * `[from, to)`, where keys do not lead there.
 */
export type Mark = 'value' | 'key' | { readonly text: string } | { readonly from: number; readonly to: number };

/** A problem whose place in its file is known by keys, not yet by line and column. */
export interface Finding {
  readonly problem: Problem;
  readonly place: KeyPath;
  readonly mark: Mark;
  /** Inputs of a hint that is computed later. */
  readonly near?: Near;
}

/** A missing name with candidates for a suggestion, which are compared when the finding is located. */
export interface Near {
  readonly name: string;
  readonly among: () => Iterable<string>;
}

export function finding<C extends ProblemCode>(
  code: C,
  params: CatalogueParams<C>,
  place: KeyPath,
  options: { readonly hint?: string | Near | undefined; readonly mark?: Mark } = {},
): Finding {
  const { hint, mark = 'value' } = options;
  if (typeof hint === 'object') return { problem: problem(code, params), place, mark, near: hint };
  return { problem: problem(code, params, { hint }), place, mark };
}

export function rootPlace(file: string): KeyPath {
  return { file, parent: undefined, key: '' };
}

export function placeOf(parent: KeyPath, key: string | number, name?: string): KeyPath {
  return name === undefined ? { file: parent.file, parent, key } : { file: parent.file, parent, key, name };
}

export function pathOf(place: KeyPath): readonly (string | number)[] {
  const path: (string | number)[] = [];
  for (let at = place; at.parent; at = at.parent) path.push(at.key);
  return path.reverse();
}

/** Parts of a member without which its values stay what they are. */
const partsOfMember: ReadonlySet<string | number | undefined> = new Set([
  'granularities',
  'format',
  'currency',
  'order',
  'suggest_filter_values',
]);

/**
 * Whether it is in a part of a cube that alone is lost: a pre-aggregation, without which the cube is answered from its
 * tables, a granularity, or what only says how a member is shown.
 */
export function costsOnlyItself(place: KeyPath): boolean {
  const [, , section, , part] = pathOf(place);
  if (isInPreAggregation(place)) return true;
  return (section === 'dimensions' || section === 'measures') && partsOfMember.has(part);
}

export function isInPreAggregation(place: KeyPath): boolean {
  return pathOf(place)[2] === 'pre_aggregations';
}

/** The path below the cube or view, as messages quote it: `measures.count.type`. */
export function labelOf(place: KeyPath): string {
  const steps: (string | number)[] = [];
  for (let at = place; at.parent; at = at.parent) steps.push(at.name ?? at.key);
  return steps.reverse().slice(2).join('.');
}
