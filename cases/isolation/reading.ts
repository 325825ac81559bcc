import { defaultFilters, joinedBy, type WorldQuery } from '../proof/answer.ts';
import { type Filter, membersOfFilter } from '../proof/filters.ts';
import { findMember, foreignColumnsOf, type Found, referencesOf, withMask } from '../proof/members.ts';
import { nameInView, type World, type WorldCube, type WorldDimension, type WorldMasked } from '../proof/world.ts';
import { type Granted, grantedTo } from './caller-reads.ts';
import type { GuardedWorld, Identity, WorldMask, WorldSelection } from './guarded-world.ts';

/**
 * The part of a guarded world that an identity may see, by the text of the rules alone: the remaining world without the
 * hidden parts, or the denied members of a query.
 */
export type Reading =
  | { readonly kind: 'denied'; readonly members: readonly string[] }
  | { readonly kind: 'left'; readonly world: World };

/** One member that a query touches: by its own name, or because another one is made of it. */
interface Touch {
  readonly piece: string;
  /** Absent: columns of the cube alone. */
  readonly member?: string;
}

export interface Reader {
  readonly guarded: GuardedWorld;
  /** The policies of a piece that apply; nothing of one without policies. */
  readonly granted: ReadonlyMap<string, readonly Granted[]>;
}

export function readerOf(guarded: GuardedWorld, identity: Identity): Reader {
  const { world, policies } = guarded;
  const granted = new Map(
    [...policies].map(([piece, all]) => [
      piece,
      all.flatMap((policy) => grantedTo(identity, policy, (member) => typeOf(world, `${piece}.${member}`)) ?? []),
    ]),
  );
  return { guarded, granted };
}

function typeOf(world: World, id: string) {
  const found = findMember(world, id);
  return found.kind === 'dimension' ? found.member.type : 'number';
}

export function read(reader: Reader, query: WorldQuery): Reading {
  const { world } = reader.guarded;
  const asked = askedOf(query);
  const members = asked.filter((id) => !mayName(reader, id));
  if (members.length > 0) return { kind: 'denied', members };
  // A filter that a view adds reads rows as one of the caller does.
  const filtered = defaultFilters(world, query).flatMap(membersOfFilter);
  const touches = Map.groupBy(
    [...asked, ...filtered].flatMap((id) => touchesOf(world, id)),
    ({ piece }) => piece,
  );
  const rules = new Map(
    [...reader.granted.keys()].flatMap((piece) => {
      const rule = ruleOf(reader, piece, touches.get(piece) ?? [{ piece }]);
      return rule ? [[piece, rule]] : [];
    }),
  );
  const joined = joinedBy({ ...masked(reader, query, 'everywhere'), real: world }, query);
  return { kind: 'left', world: { ...masked(reader, query), real: { ...world, rules }, rules, joined } };
}

/** The rule whose rows no query of the identity shows, whatever else it names; `undefined` where a query may show all. */
export function hiddenFromEveryQuery(reader: Reader, piece: string): Filter | undefined {
  return ruleOf(reader, piece, [{ piece }]);
}

/** Cubes and views that a query names, or that its members are made of; not those that it only joins. */
export function piecesTouched({ guarded: { world } }: Reader, query: WorldQuery): ReadonlySet<string> {
  return new Set(askedOf(query).flatMap((id) => touchesOf(world, id).map(({ piece }) => piece)));
}

/** Members by their names in the query. */
export function askedOf(query: WorldQuery): readonly string[] {
  return [
    ...new Set([
      ...query.measures,
      ...query.dimensions,
      ...query.segments,
      ...query.timeDimensions.map(({ dimension }) => dimension),
      ...query.filters.flatMap(membersOfFilter),
    ]),
  ];
}

/** Whether the identity may name a member at all, whatever else it asks for. */
export function mayName(reader: Reader, id: string): boolean {
  const { world } = reader.guarded;
  const [piece = '', member = ''] = id.split('.');
  const found = findMember(world, id);
  if (!world.views.some(({ name }) => name === piece)) return mayReadOf(reader, found);
  const granted = reader.granted.get(piece);
  if (granted && grantingOf(granted, member, found.kind).length === 0) return false;
  return touchesBelow(world, found).every((touch) => reader.granted.get(touch.piece)?.length !== 0);
}

/** A member that is masked on every row is made of nothing but its mask. */
function mayReadOf(reader: Reader, found: Found): boolean {
  const { world } = reader.guarded;
  const { name } = found.member;
  const granted = reader.granted.get(found.cube.name);
  const granting = granted && grantingOf(granted, name, found.kind);
  if (granting?.length === 0) return false;
  if (granting && !granting.some((one) => shows(one, name, found.kind))) return true;
  return madeOf(world, found).every((one) => mayReadOf(reader, one));
}

function kindOf({ guarded: { world } }: Reader, { piece, member }: Touch): Found['kind'] {
  return findMember(world, `${piece}.${member}`).kind;
}

/** Itself, what it stands for if it is of a view, and all that those are made of. */
function touchesOf(world: World, id: string): readonly Touch[] {
  const [piece = '', member = ''] = id.split('.');
  const found = findMember(world, id);
  const isOfView = world.views.some(({ name }) => name === piece);
  const behind = touchesBelow(world, found);
  return isOfView ? [{ piece, member }, ...behind] : behind;
}

function touchesBelow(world: World, found: Found): readonly Touch[] {
  return [
    { piece: found.cube.name, member: found.member.name },
    ...foreignColumnsOf(found).map((piece) => ({ piece })),
    ...madeOf(world, found).flatMap((one) => touchesBelow(world, one)),
  ];
}

function madeOf(world: World, found: Found): readonly Found[] {
  const stage = found.kind === 'measure' ? found.member.stage : undefined;
  const ofStage = [...(stage?.include ?? []), ...(stage?.filter?.include ?? []).flatMap(membersOfFilter)];
  return [...referencesOf(world, found), ...ofStage.map((id) => findMember(world, id))];
}

function includes({ includes: included = '*', excludes = [] }: WorldSelection, member: string): boolean {
  return (included === '*' || included.includes(member)) && !excludes.includes(member);
}

function shows(granted: Granted, member: string, kind: Found['kind']): boolean {
  const { level, masking } = granted.policy;
  return (level ? includes(level, member) : !masking) && !masks(granted, member, kind);
}

/**
 * A name says more than `*`; of two names, or two `*`, the mask wins. A segment has nothing that could stand for it.
 */
function masks({ policy: { level, masking } }: Granted, member: string, kind: Found['kind']): boolean {
  if (!masking || kind === 'segment' || !includes(masking, member)) return false;
  const isNamed = (selection: WorldSelection | undefined) =>
    Array.isArray(selection?.includes) && selection.includes.includes(member);
  return !level || !includes(level, member) || !isNamed(level) || isNamed(masking);
}

function grantingOf(granted: readonly Granted[], member: string, kind: Found['kind']): readonly Granted[] {
  return granted.filter((one) => shows(one, member, kind) || masks(one, member, kind));
}

/** AND over its touched members of what is left for each. */
function ruleOf(reader: Reader, piece: string, touches: readonly Touch[]): Filter | undefined {
  const granted = reader.granted.get(piece);
  if (!granted) return undefined;
  const parts = touches.flatMap((touch) => {
    const own = touch.member === undefined ? [] : grantingOf(granted, touch.member, kindOf(reader, touch));
    return rowsOf(piece, own.length > 0 ? own : granted) ?? [];
  });
  if (granted.length === 0) return nothingOf(reader, piece);
  return parts.length === 0 ? undefined : { and: parts };
}

/** No row has a value and has none. */
function nothingOf({ guarded: { world } }: Reader, piece: string): Filter {
  const [dimension] = world.cubes.find(({ name }) => name === piece)?.dimensions ?? [];
  const member = `${piece}.${dimension?.name}`;
  return {
    and: [
      { member, operator: 'set' },
      { member, operator: 'notSet' },
    ],
  };
}

/** OR over policies; nothing where one of them leaves every row. */
function rowsOf(piece: string, granted: readonly Granted[]): Filter | undefined {
  const all = granted.map(({ rows }) => rows);
  if (all.includes(undefined)) return undefined;
  return { or: all.map((rows) => ({ and: (rows ?? []).map((filter) => named(piece, filter)) })) };
}

function named(piece: string, filter: Filter): Filter {
  if ('and' in filter) return { and: filter.and.map((one) => named(piece, one)) };
  if ('or' in filter) return { or: filter.or.map((one) => named(piece, one)) };
  return { ...filter, member: `${piece}.${filter.member}` };
}

/** Nothing where a member has its real value on every row. */
function maskOf(
  reader: Reader,
  piece: string,
  member: string,
  kind: Found['kind'],
  mask: WorldMask | undefined,
): WorldMasked | undefined {
  const granting = grantingOf(reader.granted.get(piece) ?? [], member, kind);
  const full = granting.filter((one) => shows(one, member, kind));
  if (full.length === granting.length || full.some(({ rows }) => !rows)) return undefined;
  const unless = full.length > 0 ? rowsOf(piece, full) : undefined;
  const shown = mask?.kind === 'constant' ? { kind: 'constant' as const, value: mask.value } : mask?.sql;
  return { ...(unless ? { unless } : {}), ...(shown ? { shown } : {}) };
}

/**
 * Returns the world with masks in place of members: with all of them, or those that stand on every row. Keys stay as
 * additional members, because counts need them.
 */
function masked(reader: Reader, query: WorldQuery, on: 'some rows' | 'everywhere' = 'some rows'): World {
  const isMeant = (mask: WorldMasked | undefined) => on === 'some rows' || mask?.unless === undefined;
  const { world, masks: forms } = reader.guarded;
  const form = (cube: WorldCube, member: string, kind: Found['kind']): WorldMask | undefined => {
    const mask = forms.get(`${cube.name}.${member}`);
    // A row has nothing to aggregate.
    return mask?.kind === 'sql' && kind === 'measure' && query.ungrouped ? undefined : mask;
  };
  const cubes = world.cubes.map((cube): WorldCube => {
    const path = [cube.name];
    const maskFor = (member: string, kind: Found['kind']) => {
      const mask = maskOf(reader, cube.name, member, kind, form(cube, member, kind));
      return isMeant(mask) ? mask : undefined;
    };
    return {
      ...cube,
      dimensions: cube.dimensions.flatMap((member): readonly WorldDimension[] => {
        const mask = maskFor(member.name, 'dimension');
        if (!mask) return [member];
        const found = withMask({ kind: 'dimension', cube, path, member }, mask);
        if (found.kind !== 'dimension') return [member];
        if (!member.isKey) return [found.member];
        const { isKey: _, ...bare } = found.member;
        return [{ ...member, name: `${member.name} behind` }, bare];
      }),
      measures: cube.measures.map((member) => {
        const mask = maskFor(member.name, 'measure');
        const found = mask && withMask({ kind: 'measure', cube, path, member }, mask);
        return found?.kind === 'measure' ? found.member : member;
      }),
    };
  });
  const views = world.views.map((view) => ({
    ...view,
    includes: view.includes.map((inclusion) => ({
      ...inclusion,
      members: inclusion.members.map((member) => {
        const own = nameInView(inclusion, member);
        const { kind, cube } = findMember(world, `${view.name}.${own}`);
        const mask = maskOf(reader, view.name, own, kind, form(cube, member.name, kind));
        return mask && isMeant(mask) ? { ...member, masked: mask } : member;
      }),
    })),
  }));
  return { ...world, cubes, views };
}

/** The constant that stands on every row in the place of a member; nothing where it is shown, or shown on some rows. */
export function maskedBy(reader: Reader, id: string): string | null | undefined {
  const { world, masks: forms } = reader.guarded;
  const [piece = '', member = '', granularity] = id.split('.');
  if (granularity !== undefined) return undefined;
  const found = findMember(world, id);
  const { cube, kind } = found;
  const form = forms.get(`${cube.name}.${found.member.name}`);
  const mask = maskOf(reader, piece, member, kind, form) ?? maskOf(reader, cube.name, found.member.name, kind, form);
  if (!mask || mask.unless) return undefined;
  if (!mask.shown) return null;
  return mask.shown.kind === 'constant' ? String(mask.shown.value) : undefined;
}
