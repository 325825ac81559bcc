import type { StatementSession } from '../functions/index.ts';
import { roleOids, temporarySchema } from './fixed-rows.ts';
import { type CatalogRows, noRows, rowsFrom } from './rows.ts';
import { attributesOf, sharedOfClass } from './table-rows.ts';

/** The numbers of temporary relations begin behind those of the model. */
const firstOid = 4_000_000;

/** The temporary tables and views of a connection with their numbers in the catalogs. */
export function temporariesOf({ connection }: Pick<StatementSession, 'connection'>) {
  const found = connection?.catalog.temporary() ?? [];
  return found.map((one) => ({ ...one, oid: firstOid + one.number }));
}

/** Rows that a connection adds to those of the model, by schema and name of the relation. */
export const rowsOfConnection: Readonly<Record<string, (session: StatementSession) => CatalogRows>> = {
  'pg_catalog.pg_namespace': (session) =>
    temporariesOf(session).length === 0
      ? noRows
      : rowsFrom([{ oid: temporarySchema.oid, nspname: temporarySchema.name, nspowner: roleOids.postgres }]),
  'pg_catalog.pg_class': (session) =>
    rowsFrom(
      temporariesOf(session).map(({ oid, name, what, columns }) => ({
        oid,
        relname: name,
        relam: what === 'table' ? 2 : 0,
        relkind: what === 'table' ? 'r' : 'v',
        relnatts: columns.length,
        relhasindex: false,
        relreplident: what === 'table' ? 'd' : 'n',
      })),
      { ...sharedOfClass, relhastriggers: false, relnamespace: temporarySchema.oid, relpersistence: 't' },
    ),
  'pg_catalog.pg_attribute': (session) =>
    attributesOf(
      temporariesOf(session).flatMap(({ oid, columns }) =>
        columns.map(({ name, type, modifier }, at) => ({
          relation: oid,
          name,
          number: at + 1,
          wire: { oid: type, modifier },
          isRequired: false,
        })),
      ),
    ),
};
