import { typeFactsOf } from './catalog-types.ts';
import { quotedIdentifier, type StatementSession } from '../functions/index.ts';
import { type CatalogRows, type CatalogValue, noRows, rowsFrom } from './rows.ts';
import {
  schemasOf,
  type ShownForeignKey,
  type ShownTable,
  type ShownTableColumn,
  type ShownTables,
} from './shown-tables.ts';
import { classOfType, roleOids, schemaOids, schemaOwner } from './fixed-rows.ts';

export const sharedOfClass: Readonly<Record<string, CatalogValue>> = {
  reltype: 0,
  reloftype: 0,
  relowner: roleOids.caller,
  relfilenode: 0,
  reltablespace: 0,
  relpages: 0,
  reltuples: -1,
  relallvisible: 0,
  reltoastrelid: 0,
  relisshared: false,
  relpersistence: 'p',
  relchecks: 0,
  relhasrules: false,
  relhassubclass: false,
  relrowsecurity: false,
  relforcerowsecurity: false,
  relispopulated: true,
  relispartition: false,
  relrewrite: 0,
  relfrozenxid: 0,
  relminmxid: 0,
};

/**
 * The tables at both ends of foreign keys, which PostgreSQL keeps by triggers: clients ask for the keys of tables with
 * triggers alone.
 */
function tablesOfForeignKeys(tables: ShownTables): ReadonlySet<number> {
  return new Set(tables.flatMap(({ oid, foreignKeys }) => foreignKeys.flatMap(({ to }) => [oid, to.oid])));
}

/** The schemas that every caller has, and those of its tables. */
export function namespaceRows(tables: ShownTables): CatalogRows {
  return rowsFrom(
    [...Object.entries(schemaOids), ...schemasOf(tables).map(({ name, oid }) => [name, oid] as const)].map(
      ([nspname, oid]) => ({ oid, nspname, nspowner: roleOids[schemaOwner(nspname)] }),
    ),
  );
}

export function classRows(tables: ShownTables): CatalogRows {
  const joined = tablesOfForeignKeys(tables);
  const own = tables.map(({ oid, schema, name, columns, primaryKey }) => ({
    oid,
    relnamespace: schema.oid,
    relname: name,
    relam: 2,
    relkind: 'r',
    relnatts: columns.length,
    relhasindex: primaryKey !== undefined,
    relhastriggers: joined.has(oid),
    relreplident: 'd',
  }));
  const indexes = keysOf(tables).map(({ table, key }) => ({
    oid: key.index,
    relnamespace: table.schema.oid,
    relname: key.name,
    relam: 403,
    relkind: 'i',
    relnatts: key.columns.length,
    relhasindex: false,
    relhastriggers: false,
    relreplident: 'n',
  }));
  return rowsFrom([...own, ...indexes], sharedOfClass);
}

function keysOf(tables: ShownTables) {
  return tables.flatMap((table) => (table.primaryKey ? [{ table, key: table.primaryKey }] : []));
}

/** Every column of every table, with what is computed of it. */
function columnsWith<Value>(
  tables: ShownTables,
  value: (column: ShownTableColumn, table: ShownTable) => Value,
): readonly Value[] {
  return tables.flatMap((table) => table.columns.map((column) => value(column, table)));
}

export function attributeRows(tables: ShownTables): CatalogRows {
  const indexed = keysOf(tables).flatMap(({ key }) =>
    key.columns.map((column, at) => ({ ...column, number: at + 1, relation: key.index })),
  );
  const all = [...columnsWith(tables, (column, { oid }) => ({ ...column, relation: oid })), ...indexed];
  return attributesOf(all);
}

/** A column of a relation, or of an index. */
interface AttributeShown {
  readonly relation: number;
  readonly name: string;
  readonly number: number;
  readonly wire: { readonly oid: number; readonly modifier: number };
}

export function attributesOf(all: readonly AttributeShown[]): CatalogRows {
  const facts = (name: string) => all.map(({ wire }) => typeFactsOf.get(wire.oid)?.[name] ?? null);
  return {
    count: all.length,
    columns: {
      attrelid: all.map(({ relation }) => relation),
      attname: all.map(({ name }) => name),
      atttypid: all.map(({ wire }) => wire.oid),
      attstattarget: { all: -1 },
      attlen: facts('typlen'),
      attnum: all.map(({ number }) => number),
      attndims: { all: 0 },
      attcacheoff: { all: -1 },
      atttypmod: all.map(({ wire }) => wire.modifier),
      attbyval: facts('typbyval'),
      attalign: facts('typalign'),
      attstorage: facts('typstorage'),
      attcompression: { all: '' },
      // Clients refuse NULL where they read NOT NULL. Rows may have it in all columns: a segment of an unknown condition, a
      // measure without a value for its row.
      attnotnull: { all: false },
      atthasdef: { all: false },
      atthasmissing: { all: false },
      attidentity: { all: '' },
      attgenerated: { all: '' },
      attisdropped: { all: false },
      attislocal: { all: true },
      attinhcount: { all: 0 },
      attcollation: facts('typcollation'),
    },
  };
}

/** Comments of the model, of tables and of their columns. */
export function descriptionRows(tables: ShownTables): CatalogRows {
  return rowsFrom(
    tables.flatMap(({ oid, comment, columns }) =>
      [{ number: 0, comment }, ...columns].flatMap((one) =>
        one.comment === undefined ? [] : [{ objoid: oid, objsubid: one.number, description: one.comment }],
      ),
    ),
    { classoid: 1259 },
  );
}

const columnList = (columns: readonly ShownTableColumn[]) =>
  columns.map(({ name }) => quotedIdentifier(name)).join(', ');

/** A constraint as `pg_get_constraintdef` writes it. */
function definitionOf(columns: readonly ShownTableColumn[], to?: ShownForeignKey['to']): string {
  if (!to) return `PRIMARY KEY (${columnList(columns)})`;
  return `FOREIGN KEY (${columnList(columns)}) REFERENCES ${quotedIdentifier(to.name)}(${columnList(to.key.columns)})`;
}

export function constraintRows(tables: ShownTables): CatalogRows {
  const primary = keysOf(tables).map(({ table, key }) => ({
    oid: key.oid,
    conname: key.name,
    contype: 'p',
    conrelid: table.oid,
    conindid: key.index,
    confrelid: 0,
    confupdtype: ' ',
    confdeltype: ' ',
    confmatchtype: ' ',
    conkey: key.columns.map(({ number }) => number),
    confkey: null,
    definition: definitionOf(key.columns),
  }));
  const foreign = tables.flatMap((table) =>
    table.foreignKeys.map(({ oid, name, columns, to }) => ({
      oid,
      conname: name,
      contype: 'f',
      conrelid: table.oid,
      conindid: to.key.index,
      confrelid: to.oid,
      confupdtype: 'a',
      confdeltype: 'a',
      confmatchtype: 's',
      conkey: columns.map(({ number }) => number),
      confkey: to.key.columns.map(({ number }) => number),
      definition: definitionOf(columns, to),
    })),
  );
  return rowsFrom([...primary, ...foreign], {
    connamespace: schemaOids.public,
    condeferrable: false,
    condeferred: false,
    convalidated: true,
    contypid: 0,
    conparentid: 0,
    conislocal: true,
    coninhcount: 0,
    connoinherit: true,
  });
}

const createIndex = (table: ShownTable, name: string, columns: readonly ShownTableColumn[]) =>
  `CREATE UNIQUE INDEX ${quotedIdentifier(name)} ON public.${quotedIdentifier(table.name)} USING btree (${columnList(columns)})`;

export function indexRows(tables: ShownTables): CatalogRows {
  const rows = keysOf(tables).map(({ table, key }) => ({
    indexrelid: key.index,
    indrelid: table.oid,
    indnatts: key.columns.length,
    indnkeyatts: key.columns.length,
    indkey: key.columns.map(({ number }) => number),
    indcollation: key.columns.map(({ wire }) => Number(typeFactsOf.get(wire.oid)?.['typcollation'] ?? 0)),
    indclass: key.columns.map(({ wire }) => classOfType.get(wire.oid) ?? 0),
    indoption: key.columns.map(() => 0),
    definition: createIndex(table, key.name, key.columns),
  }));
  if (rows.length === 0) return noRows;
  return rowsFrom(rows, {
    indisunique: true,
    indisprimary: true,
    indisexclusion: false,
    indimmediate: true,
    indisclustered: false,
    indisvalid: true,
    indcheckxmin: false,
    indisready: true,
    indislive: true,
    indisreplident: false,
  });
}

export function indexesRows(tables: ShownTables): CatalogRows {
  return rowsFrom(
    keysOf(tables).map(({ table, key }) => ({
      tablename: table.name,
      indexname: key.name,
      indexdef: createIndex(table, key.name, key.columns),
    })),
    { schemaname: 'public' },
  );
}

export function tableRows(tables: ShownTables, { user }: StatementSession): CatalogRows {
  const joined = tablesOfForeignKeys(tables);
  return rowsFrom(
    tables.map(({ oid, schema, name, primaryKey }) => ({
      schemaname: schema.name,
      tablename: name,
      hasindexes: primaryKey !== undefined,
      hastriggers: joined.has(oid),
    })),
    { tableowner: user, hasrules: false, rowsecurity: false },
  );
}

/** Tables without a count: how many rows they have is not shown. */
export function statisticsOf(
  tables: readonly (Pick<ShownTable, 'oid' | 'name'> & { readonly schema: { readonly name: string } })[],
): CatalogRows {
  return rowsFrom(tables.map(({ oid, schema, name }) => ({ relid: oid, schemaname: schema.name, relname: name })));
}

export function redshiftTables(tables: ShownTables, { database }: StatementSession): CatalogRows {
  return rowsFrom(
    tables.map(({ schema, name, comment }) => ({
      table_schema: schema.name,
      table_name: name,
      remarks: comment ?? null,
    })),
    { table_catalog: database, table_type: 'BASE TABLE' },
  );
}
