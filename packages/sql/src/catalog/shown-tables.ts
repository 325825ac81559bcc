import { type Fragment, type Join, type Member, type MemberId, type ModelIndex, type Piece } from '@orrery/semantic';
import { schemaOids } from './fixed-rows.ts';
import { type SqlType, type WireType, wireTypeOf } from '../types/index.ts';

/** The tables of a caller, as statements name them. */
export interface TableSource {
  find(name: string): TableWithName | undefined;
  names(): readonly string[];
  /** Schemas of folders, in addition to `public`. */
  folderSchemas(): readonly { readonly name: string; readonly tables: readonly TableWithName[] }[];
}

interface TableWithName {
  readonly name: string;
  readonly columns: readonly {
    readonly name: string;
    readonly type: SqlType;
    readonly role: { readonly kind: string; readonly member?: MemberId };
  }[];
}

export interface ShownTableColumn {
  readonly name: string;
  /** `pg_attribute.attnum`. */
  readonly number: number;
  readonly type: SqlType;
  readonly wire: WireType;
  /** `NO` in `information_schema`, as the contract has it, though rows may have NULL there. */
  readonly isRequired: boolean;
  readonly comment: string | undefined;
  readonly member: MemberId | undefined;
}

/** The schema of a table: `public`, or the folders of a name. */
export interface ShownSchema {
  readonly oid: number;
  readonly name: string;
}

const publicSchema: ShownSchema = { oid: schemaOids.public, name: 'public' };

/** A cube or view with everything that the catalogs tell of it. */
export interface ShownTable {
  readonly oid: number;
  readonly schema: ShownSchema;
  readonly name: string;
  readonly comment: string | undefined;
  readonly columns: readonly ShownTableColumn[];
  /** Absent where a column of the key is hidden. */
  readonly primaryKey: ShownKey | undefined;
  readonly foreignKeys: readonly ShownForeignKey[];
}

/** All tables of one caller. */
export type ShownTables = readonly ShownTable[];

interface ShownKey {
  readonly oid: number;
  /** Number of its index. */
  readonly index: number;
  readonly name: string;
  readonly columns: readonly ShownTableColumn[];
}

export interface ShownForeignKey extends Omit<ShownKey, 'index'> {
  readonly to: Pick<ShownTable, 'oid' | 'name'> & { readonly key: ShownKey };
}

/** Where the numbers of each kind of object begin. */
const firstOids = {
  table: 18_000,
  key: 1_000_000,
  index: 2_000_000,
  foreignKey: 3_000_000,
  schema: 5_000_000,
} as const;

const virtualComments: Readonly<Record<string, string>> = {
  user: 'Virtual column for security context switching',
  join: 'Virtual column for joining cubes',
};

/** The tables of a caller, those of `public` first, in the order of their names, which gives them their numbers. */
export function shownTables(model: ModelIndex, source: TableSource): readonly ShownTable[] {
  const names = source.names().toSorted((one, other) => (one < other ? -1 : 1));
  const plain = names.flatMap((name, index): readonly ShownTable[] => {
    const table = source.find(name);
    const piece = model.pieces.get(name);
    if (!table || !piece || table.name !== name) return [];
    const columns = columnsOfTable(table, model);
    return [
      {
        oid: firstOids.table + index,
        schema: publicSchema,
        name,
        comment: piece.description,
        columns,
        primaryKey: primaryKey(piece, columns, index),
        foreignKeys: [],
      },
    ];
  });
  const byName = new Map(plain.map((table) => [table.name, table]));
  let next = firstOids.foreignKey;
  const own = plain.map((table) => {
    const piece = model.pieces.get(table.name);
    const joins = piece?.kind === 'cube' ? piece.joins : [];
    const found = joins.flatMap((join) => foreignKey(join, table, byName, model) ?? []);
    const foreignKeys = found.map((key): ShownForeignKey => ({ ...key, oid: next++ }));
    return foreignKeys.length === 0 ? table : { ...table, foreignKeys };
  });
  return [...own, ...tablesOfFolders(model, source, firstOids.table + names.length)];
}

/** Views in the schemas of their folders, which have no keys. */
function tablesOfFolders(model: ModelIndex, source: TableSource, firstOid: number): readonly ShownTable[] {
  const schemas = source.folderSchemas().toSorted(inOrderOfNames);
  const all = schemas.flatMap(({ name: schema, tables }, index) =>
    tables
      .toSorted(inOrderOfNames)
      .map((table) => ({ schema: { oid: firstOids.schema + index, name: schema }, table })),
  );
  return all.map(({ schema, table }, index) => ({
    oid: firstOid + index,
    schema,
    name: table.name,
    comment: model.pieces.get(table.name)?.description,
    columns: columnsOfTable(table, model),
    primaryKey: undefined,
    foreignKeys: [],
  }));
}

const inOrderOfNames = (one: { readonly name: string }, other: { readonly name: string }) =>
  one.name < other.name ? -1 : 1;

function columnsOfTable({ columns }: TableWithName, model: ModelIndex): readonly ShownTableColumn[] {
  return columns.map(({ name, type, role }, at) =>
    columnOf(name, at + 1, type, role.member === undefined ? role.kind : model.members.get(role.member)),
  );
}

/** @param of its member, or what it stands for */
function columnOf(name: string, number: number, type: SqlType, of: Member | string | undefined): ShownTableColumn {
  const member = typeof of === 'object' ? of : undefined;
  return {
    name,
    number,
    type,
    wire: wireTypeOf(type),
    isRequired: member !== undefined && member.kind !== 'dimension',
    comment: member ? member.description : virtualComments[String(of)],
    member: member?.id,
  };
}

function primaryKey(piece: Piece, columns: readonly ShownTableColumn[], index: number): ShownKey | undefined {
  if (piece.kind !== 'cube' || piece.primaryKey.length === 0) return undefined;
  const found = piece.primaryKey.flatMap((id) => columns.find(({ member }) => member === id) ?? []);
  if (found.length !== piece.primaryKey.length) return undefined;
  return {
    oid: firstOids.key + index,
    index: firstOids.index + index,
    name: `${piece.name}_pkey`,
    columns: found,
  };
}

/** A join by equality with the whole primary key of the other cube. */
function foreignKey(
  { from, to, relationship, sql, fault }: Join,
  table: ShownTable,
  tables: ReadonlyMap<string, ShownTable>,
  model: ModelIndex,
): Omit<ShownForeignKey, 'oid'> | undefined {
  const other = tables.get(to);
  if (fault !== undefined || relationship === 'one-to-many' || !other?.primaryKey) return undefined;
  const [first, second, ...more] = textOf(sql, from).split('=');
  if (first === undefined || second === undefined || more.length > 0) return undefined;
  const [key, ...others] = other.primaryKey.columns;
  if (!key || others.length > 0) return undefined;
  const sides = [first.trim(), second.trim()];
  const theirs = sides.findIndex((side) => isValueOf(side, key.member, model));
  if (theirs === -1) return undefined;
  const own = sides[1 - theirs] ?? '';
  const column = table.columns.find(({ member }) => isValueOf(own, member, model));
  if (!column) return undefined;
  return {
    name: `${from}_${column.name}_fkey`,
    columns: [column],
    to: { oid: other.oid, name: other.name, key: other.primaryKey },
  };
}

/** Whether SQL is nothing but a dimension: named, or written as its column. */
function isValueOf(text: string, id: MemberId | undefined, model: ModelIndex): boolean {
  if (id === undefined) return false;
  if (text === `{${id}}`) return true;
  const member = model.members.get(id);
  if (member?.kind !== 'dimension' || member.expression.kind !== 'sql') return false;
  const [cube = ''] = id.split('.');
  const written = textOf(member.expression.sql, cube).trim();
  return text === (/^\w+$/.test(written) ? `{${cube}}.${written}` : written) && /^\{[^{}]+\}\.\w+$/.test(text);
}

/** SQL of a model with its references in braces; other parts make it a text that nothing equals. */
function textOf({ parts }: Fragment, cube: string): string {
  return parts
    .map((part) => {
      if (part.kind === 'text') return part.text;
      if (part.kind === 'cube') return `{${part.cube}}`;
      return part.kind === 'member' ? `{${part.member}}` : `{?${cube}?}`;
    })
    .join('');
}

/** The schemas of tables that not every caller has. */
export function schemasOf(tables: ShownTables): readonly ShownSchema[] {
  return [...new Map(tables.map(({ schema }) => [schema.oid, schema])).values()].filter((one) => one !== publicSchema);
}
