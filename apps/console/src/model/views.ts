import type { Filter, Meta, MetaCube } from '@orrery/client/data';
import { recordOf } from './record.ts';

export type MemberKind = 'measure' | 'text' | 'number' | 'time' | 'boolean' | 'segment';

/** A member of a view or cube, as people see it. */
export interface QueryableMember {
  /** The name with its view: `sales.status`. */
  readonly name: string;
  readonly title: string;
  readonly description: string | undefined;
  readonly kind: MemberKind;
  /** How a measure adds up. */
  readonly aggType: string | undefined;
  readonly isPublic: boolean;
  /** Other words for it. */
  readonly synonyms: readonly string[];
  /** Granularities of a time: those that all have, and its own. */
  readonly granularities: readonly MemberGranularity[];
  readonly hasSuggestions: boolean;
}

interface MemberGranularity {
  readonly name: string;
  readonly title: string;
}

/** A view, or a cube, with the members that can be queried. */
export interface QueryableView {
  readonly name: string;
  readonly title: string;
  readonly description: string | undefined;
  readonly isCube: boolean;
  readonly members: readonly QueryableMember[];
  readonly groups: readonly MemberGroup[];
  /** Filters that a query of it begins with. */
  readonly defaultFilters: readonly Filter[];
  /** Whether a first query of it runs without a click. */
  readonly runsItself: boolean;
  readonly queryable: MetaCube['queryable'];
}

/** A folder of the model, or what stands outside of folders. */
interface MemberGroup {
  readonly title: string;
  readonly members: readonly string[];
}

const standard: readonly MemberGranularity[] = [
  'second',
  'minute',
  'hour',
  'day',
  'week',
  'month',
  'quarter',
  'year',
].map((name) => ({ name, title: name }));

/** Views that can be explored, then cubes. A cube that only views show is left out. */
export function viewsOf({ cubes }: Meta): readonly QueryableView[] {
  const shown = cubes.filter(({ public: isPublic }) => isPublic).map(viewOf);
  return [...shown.filter(({ isCube }) => !isCube), ...shown.filter(({ isCube }) => isCube)];
}

function viewOf(cube: MetaCube): QueryableView {
  const settings = recordOf(cube.meta);
  return {
    name: cube.name,
    title: cube.title,
    description: cube.description,
    isCube: cube.type === 'cube',
    members: membersOf(cube),
    groups: groupsOf(cube),
    defaultFilters: defaultFilters(cube.name, settings['default_ui_filters']),
    runsItself: settings['auto_run'] !== false,
    queryable: cube.queryable,
  };
}

function membersOf({ measures, dimensions, segments }: MetaCube): readonly QueryableMember[] {
  const members = [
    ...measures.map((measure) => ({ ...faceOf(measure), kind: 'measure' as const, aggType: measure.aggType })),
    ...dimensions.map((dimension) => ({
      ...faceOf(dimension),
      kind: kindOf(dimension.type),
      hasSuggestions: dimension.suggestFilterValues,
      granularities:
        dimension.type === 'time'
          ? [...standard, ...(dimension.granularities ?? []).map(({ name, title }) => ({ name, title }))]
          : [],
    })),
    ...segments.map((segment) => ({ ...faceOf(segment), kind: 'segment' as const })),
  ].filter(({ isPublic }) => isPublic);
  const alike = Map.groupBy(members, ({ title }) => title);
  return members.map((member) => {
    const { title, name } = member;
    return alike.get(title)?.length === 1 ? member : { ...member, title: `${title} (${nameInView(name)})` };
  });
}

const nameInView = (name: string) => name.slice(name.indexOf('.') + 1);

type DescribedMember = Pick<MetaCube['segments'][number], 'name' | 'shortTitle' | 'description' | 'public' | 'aliases'>;

function faceOf({
  name,
  shortTitle,
  description,
  public: isPublic,
  aliases = [],
}: DescribedMember): Omit<QueryableMember, 'kind'> {
  const rest = { aggType: undefined, granularities: [], hasSuggestions: false };
  return { ...rest, name, title: shortTitle, description, isPublic, synonyms: aliases };
}

function kindOf(type: string): MemberKind {
  return type === 'number' || type === 'time' || type === 'boolean' ? type : 'text';
}

/** Folders as the model has them; members outside of all of them come first. */
function groupsOf(cube: MetaCube): readonly MemberGroup[] {
  const inside = new Set(cube.folders.flatMap(({ members }) => members));
  const all = [...cube.measures, ...cube.dimensions, ...cube.segments].map(({ name }) => name);
  const outside = all.filter((name) => !inside.has(name));
  const folders = cube.folders.map(({ name, title, members }) => ({ title: title ?? name, members }));
  return [...(outside.length > 0 ? [{ title: '', members: outside }] : []), ...folders];
}

/** Filters whose members the author may have written without the view; others than filters of one member are left out. */
function defaultFilters(view: string, given: unknown): readonly Filter[] {
  if (!Array.isArray(given)) return [];
  return given.flatMap((each: unknown) => {
    const { member, dimension, operator, values } = recordOf(each);
    const named = member ?? dimension;
    if (typeof named !== 'string' || typeof operator !== 'string') return [];
    const name = named.includes('.') ? named : `${view}.${named}`;
    const list = Array.isArray(values) ? { values } : {};
    return [{ member: name, operator, ...list } as Filter]; // the server says what is wrong with it
  });
}
