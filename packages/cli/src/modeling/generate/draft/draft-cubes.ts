import type { TableDescription } from '@orrery/engines';
import type { Dialect } from '@orrery/semantic';
import { commentOf, draftJoin, type PlannedJoin, planJoins, type JoinRole } from './draft-joins.ts';
import { draftMembers, type MembersDraft } from './draft-members.ts';
import type { CubeDraft, DimensionDraft, JoinDraft } from './draft.ts';
import type { ExistingModel } from '../existing-model.ts';
import { type LeftOut, tableLabel, type TableFacts } from '../facts.ts';
import { findLinkTables, type LinkTable } from './link-tables.ts';
import { nameCubes } from './name-cubes.ts';
import { type NameSpace, titleOfSource } from './names.ts';
import { tableInModel } from './sql-text.ts';

export interface DraftSettings {
  readonly dialect: Dialect;
  readonly existing: ExistingModel;
  /** Cubes need not name the `default` source. */
  readonly dataSource: string;
}

export interface CubesDraft {
  /** Drafts for tables without a cube in the model. */
  readonly cubes: readonly CubeDraft[];
  readonly leftOut: readonly LeftOut[];
}

export function draftCubes(all: readonly TableFacts[], names: NameSpace, settings: DraftSettings): CubesDraft {
  const { dialect, existing, dataSource } = settings;
  const cubeNames = nameCubes(
    all.map(({ table }) => table),
    existing,
    names,
  );
  const isNew = (table: TableDescription) => existing.cubeOver(table) === undefined;
  // Counting in a joined cube needs its primary key, which existing cubes may lack.
  const mayReach = (table: TableDescription) => existing.cubeOver(table)?.primaryKey.length !== 0;
  const fresh = all.filter(({ table }) => isNew(table));
  const members = new Map(fresh.map((facts) => [facts.table, draftMembers(facts, dialect)] as const));
  const { joins, roles } = planJoins(fresh, cubeNames, names, mayReach);
  const links = findLinkTables(fresh, isNew);
  const factsOf = new Map(all.map((facts) => [facts.table, facts] as const));
  const place = { cubeNames, members, joins, links, settings };

  const cubes = [
    ...fresh.map((facts) => draftCube(facts, place)),
    ...roles.map((role) => draftRole(role, factsOf, place)),
  ];
  const leftOut = fresh.flatMap(({ table }) =>
    (members.get(table)?.leftOut ?? []).map(({ what, why }) => ({ what: `${tableLabel(table)}.${what}`, why })),
  );
  return { cubes, leftOut };

  function draftRole(
    role: JoinRole,
    known: ReadonlyMap<TableDescription, TableFacts>,
    within: DraftContext,
  ): CubeDraft {
    const base = cubeNames.get(role.target) ?? '';
    const comments = [`The rows of ${base} in another role: as ${role.name.replaceAll('_', ' ')}.`];
    if (!role.isSelf) {
      const source = { kind: 'extends', cube: base } as const;
      return { name: role.name, comments, source, isPublic: true, joins: [], dimensions: [], measures: [] };
    }
    const facts = known.get(role.target);
    if (!facts) throw new Error(`the role '${role.name}' has no table`);
    const own = within.members.get(role.target) ?? draftMembers(facts, dialect);
    return { ...cubeOf(facts, own, dataSource, dialect), name: role.name, comments, joins: [] };
  }
}

interface DraftContext {
  readonly cubeNames: ReadonlyMap<TableDescription, string>;
  readonly members: ReadonlyMap<TableDescription, MembersDraft>;
  readonly joins: ReadonlyMap<TableDescription, readonly PlannedJoin[]>;
  readonly links: ReadonlyMap<TableDescription, LinkTable>;
  readonly settings: DraftSettings;
}

function draftCube(facts: TableFacts, place: DraftContext): CubeDraft {
  const { table, doubts } = facts;
  const own = place.members.get(table);
  if (!own) throw new Error(`the table '${table.name}' has no members`);
  const link = place.links.get(table);
  const joins = (place.joins.get(table) ?? [])
    .filter(({ reference }) => reference.to !== link?.start)
    .map((join) => draftJoin(join, facts, place.settings.dialect, dimensionOf(join, place)));
  const toLinks = [...place.links.values()].filter(({ start }) => start === table).map((one) => joinToLink(one, place));
  const cube = cubeOf(facts, own, place.settings.dataSource, place.settings.dialect);
  const title = titleOfSource(table.name);
  const description = table.comment?.replaceAll(/\s+/g, ' ').trim();
  const leftOut = own.leftOut.map(({ what, why }) => `${what} is left out: ${why}.`);
  return {
    ...cube,
    name: place.cubeNames.get(table) ?? '',
    comments: [
      `Written by orrery generate from ${table.kind} ${tableLabel(table)}. It is yours to edit: no later run writes over it.`,
      ...(link ? [`It only links other tables, and is reached from ${place.cubeNames.get(link.start)}.`] : []),
      ...doubts,
      ...leftOut,
    ],
    ...(title ? { title } : {}),
    ...(description ? { description } : {}),
    isPublic: link === undefined,
    joins: [...joins, ...toLinks],
  };
}

function cubeOf(
  { table }: TableFacts,
  { dimensions, measures }: MembersDraft,
  dataSource: string,
  dialect: Dialect,
): Omit<CubeDraft, 'name' | 'comments' | 'joins'> {
  return {
    source: { kind: 'table', sql: tableInModel(table, dialect) },
    ...(dataSource === 'default' ? {} : { dataSource }),
    isPublic: true,
    dimensions,
    measures,
  };
}

/** Builds the join from the first cube of the path over the link table: each of its rows has many link rows. */
function joinToLink({ facts, start }: LinkTable, place: DraftContext): JoinDraft {
  const link = place.cubeNames.get(facts.table) ?? '';
  const reference = facts.references.find(({ to }) => to === start);
  if (!reference) throw new Error(`the link '${link}' does not refer to where it starts`);
  const turned = { ...reference, columns: reference.toColumns, to: facts.table, toColumns: reference.columns };
  const startFacts = { table: start, key: undefined, references: [], doubts: [] };
  const named = plainDimensions(place.members.get(facts.table)?.dimensions ?? []);
  const { sql } = draftJoin({ reference: turned, to: link }, startFacts, place.settings.dialect, (column) =>
    named.get(column),
  );
  return { to: link, relationship: 'one_to_many', sql, ...commentOf(reference) };
}

function dimensionOf({ reference }: PlannedJoin, place: DraftContext): (column: string) => string | undefined {
  const named = plainDimensions(place.members.get(reference.to)?.dimensions ?? []);
  return (column) => named.get(column);
}

/** Dimensions that are plain columns, by column. */
function plainDimensions(dimensions: readonly DimensionDraft[]): ReadonlyMap<string, string> {
  return new Map(dimensions.map(({ column, name }) => [column, name]));
}
