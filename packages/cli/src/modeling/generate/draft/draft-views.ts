import type { Cube } from '@orrery/semantic';
import { isProse } from './column-meaning.ts';
import type { CubeDraft, InclusionDraft, JoinDraft, ViewDraft } from './draft.ts';
import { singular } from './words.ts';

/** The parts of a cube, drafted or existing, that a view can include. */
interface ViewableCube {
  readonly name: string;
  readonly isPublic: boolean;
  /** Public dimensions useful in a view. */
  readonly dimensions: readonly string[];
  readonly measures: readonly string[];
  readonly hasSums: boolean;
  /** Joins that lead to one row. */
  readonly joins: readonly { readonly to: string; readonly role?: string }[];
}

/** Limits the length of paths: more distant cubes are seldom queried together; a longer path can be added by hand. */
const maxDepth = 3;

/**
 * Drafts a view per fact, which is a cube at the many end of joins, or one with amounts. The view includes the cubes it
 * reaches.
 *
 * @param isTaken whether the model has something of that name, which stays as it is
 */
export function draftViews(
  drafts: readonly CubeDraft[],
  existing: readonly Cube[],
  isTaken: (view: string) => boolean,
): readonly ViewDraft[] {
  const drafted = drafts.map((draft) => viewable(draft, drafts));
  const all = new Map([...drafted, ...existing.map(viewableCube)].map((cube) => [cube.name, cube]));
  const referred = new Set([...all.values()].flatMap(({ joins }) => joins.map(({ to }) => to)));
  const facts = drafted.filter(({ name, isPublic, joins, hasSums }) => {
    const reaches = joins.some(({ to }) => all.has(to));
    return isPublic && reaches && (!referred.has(name) || hasSums);
  });
  return facts.filter(({ name }) => !isTaken(`${name}_view`)).map((fact) => draftView(fact, all));
}

function viewable(draft: CubeDraft, all: readonly CubeDraft[]): ViewableCube {
  const base = draft.source.kind === 'extends' ? draft.source.cube : undefined;
  const from = all.find(({ name }) => name === base);
  const { dimensions, measures, joins } = from ?? draft;
  const measured = new Set(measures.map(({ column }) => column));
  return {
    name: draft.name,
    isPublic: draft.isPublic && from === undefined,
    dimensions: dimensions
      .filter(({ isPublic, isPrimaryKey }) => isPublic && !isPrimaryKey)
      .filter(({ name, column }) => !measured.has(column) && !isProse(name))
      .map(({ name }) => name),
    measures: measures.map(({ name }) => name),
    hasSums: measures.some(({ type }) => type === 'sum'),
    joins: joins.filter(isToOne),
  };
}

function viewableCube({ name, isPublic, dimensions, measures, joins }: Cube): ViewableCube {
  return {
    name,
    isPublic,
    dimensions: dimensions.filter((one) => one.isPublic && !one.isPrimaryKey).map((one) => one.name),
    measures: measures.filter((one) => one.isPublic).map((one) => one.name),
    hasSums: false,
    joins: joins.filter(({ relationship }) => relationship !== 'one-to-many').map(({ to }) => ({ to })),
  };
}

function isToOne({ relationship }: JoinDraft): boolean {
  return relationship !== 'one_to_many';
}

function draftView(fact: ViewableCube, all: ReadonlyMap<string, ViewableCube>): ViewDraft {
  const taken = new Set([...fact.measures, ...fact.dimensions]);
  const root = { path: [fact.name], includes: [...fact.measures, ...fact.dimensions] };
  const further = reachable(fact, all).flatMap(({ path, role, cube }): readonly InclusionDraft[] => {
    const includes = [...cube.measures.filter((name) => name === 'count'), ...cube.dimensions];
    if (includes.length === 0) return [];
    const alias = aliasFor(path, role, includes, taken);
    for (const name of includes) taken.add(`${alias}_${name}`);
    return [{ path, alias, includes }];
  });
  const others = further.map(({ path }) => spoken(path.at(-1) ?? ''));
  const own = spoken(fact.name);
  const title = own.charAt(0).toUpperCase() + own.slice(1);
  return {
    name: `${fact.name}_view`,
    title,
    description: `${title}${others.length > 0 ? ` with ${listed(others)}` : ''}.`,
    inclusions: [root, ...further],
  };
}

interface ReachedTable {
  readonly path: readonly string[];
  readonly role?: string;
  readonly cube: ViewableCube;
}

/** Finds every cube by one of its shortest paths, near ones first. */
function reachable(fact: ViewableCube, all: ReadonlyMap<string, ViewableCube>) {
  const seen = new Set([fact.name]);
  const found: ReachedTable[] = [];
  let frontier: readonly ReachedTable[] = [{ path: [fact.name], cube: fact }];
  for (let depth = 0; depth < maxDepth; depth += 1) {
    frontier = frontier.flatMap(({ path, cube }) =>
      cube.joins.flatMap(({ to, role }) => {
        const target = all.get(to);
        if (!target || seen.has(to)) return [];
        seen.add(to);
        return [{ path: [...path, to], cube: target, ...(role === undefined ? {} : { role }) }];
      }),
    );
    found.push(...frontier);
  }
  return found;
}

/** Finds the most descriptive prefix with which no name stands for two members. */
function aliasFor(
  path: readonly string[],
  role: string | undefined,
  includes: readonly string[],
  taken: ReadonlySet<string>,
): string {
  const last = path.at(-1) ?? '';
  const wishes = [...(role === undefined ? [] : [role]), singular(last), last, path.slice(1).join('_')];
  const isFree = (alias: string) => includes.every((name) => !taken.has(`${alias}_${name}`));
  const free = wishes.find(isFree);
  if (free !== undefined) return free;
  for (let count = 2; ; count += 1) if (isFree(`${last}_${count}`)) return `${last}_${count}`;
}

function spoken(name: string): string {
  return name.replaceAll('_', ' ').trim();
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
