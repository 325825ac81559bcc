import type { Relation, Scalar, SourcedColumn } from '../../relation/index.ts';
import { allOf } from '../../relation/index.ts';
import type { SqlType } from '../../types/index.ts';
import { refusePlan } from '../../refusal.ts';
import { newColumn, type StatementBinder } from '../binder.ts';
import { bool, coerce } from '../coerce.ts';
import type { ExpressionContext } from '../place.ts';
import { readCatalog } from './read-catalog.ts';

const text: SqlType = { name: 'text' };
const oid: SqlType = { name: 'oid' };

interface CatalogLookup {
  /** Types of the arguments; those from `least` on may be left out. */
  readonly takes: readonly SqlType['name'][];
  readonly least: number;
  readonly value: (given: readonly Scalar[], find: FindValue, equal: MakeEqual) => Scalar;
}

/** Finds a value in the only row whose columns have certain values. */
type FindValue = (table: string, source: string, keys: Readonly<Record<string, Scalar | undefined>>) => Scalar;

/** Makes an equality of two values. */
type MakeEqual = (left: Scalar, right: Scalar) => Scalar;

const classOid: Scalar = { kind: 'constant', value: '1259', type: oid };
const whole: Scalar = { kind: 'constant', value: '0', type: { name: 'int4' } };

/** Functions that read one value of a catalog. Comments are those of tables and their columns. */
const lookups: ReadonlyMap<string, CatalogLookup> = new Map<string, CatalogLookup>([
  [
    'col_description',
    {
      takes: ['oid', 'int4'],
      least: 2,
      value: ([table, column], find) =>
        find('pg_description', 'description', { objoid: table, classoid: classOid, objsubid: column }),
    },
  ],
  [
    'obj_description',
    {
      takes: ['oid', 'name'],
      least: 1,
      value: ([object, catalog], find, equal) => {
        const found = find('pg_description', 'description', { objoid: object, classoid: classOid, objsubid: whole });
        if (!catalog) return found;
        const isOfTables = equal(catalog, { kind: 'constant', value: 'pg_class', type: { name: 'name' } });
        return { kind: 'case', when: [{ condition: isOfTables, value: found }], type: text };
      },
    },
  ],
  [
    'pg_get_constraintdef',
    {
      takes: ['oid', 'bool'],
      least: 1,
      value: ([constraint], find) => find('pg_constraint', 'definition', { oid: constraint }),
    },
  ],
  [
    'pg_get_indexdef',
    {
      takes: ['oid', 'int4', 'bool'],
      least: 1,
      value: ([index, column], find, equal) => {
        const all = find('pg_index', 'definition', { indexrelid: index });
        if (!column) return all;
        const one = find('pg_attribute', 'attname', { attrelid: index, attnum: column });
        const isWhole = equal(column, whole);
        return {
          kind: 'case',
          when: [{ condition: isWhole, value: all }],
          otherwise: coerce(one, text, 'implicit'),
          type: text,
        };
      },
    },
  ],
]);

/** Binds a call of a function that reads a catalog; undefined for other functions. @throws StatementRefused */
export function bindLookup(
  { binder }: ExpressionContext,
  { name, given, position }: { readonly name: string; readonly given: readonly Scalar[]; readonly position: number },
  equal: MakeEqual,
): Scalar | undefined {
  const found = lookups.get(name);
  if (!found) return undefined;
  const { takes, least } = found;
  if (given.length < least || given.length > takes.length) {
    refusePlan('sql.no-function', `function ${name} takes ${least} to ${takes.length} arguments`, position);
  }
  const values = given.map((one, at) => coerce(one, { name: takes[at] ?? 'text' }, 'implicit', position));
  return found.value(values, (table, source, keys) => valueIn(binder, { table, source, keys, position }, equal), equal);
}

interface ValueAsked {
  readonly table: string;
  readonly source: string;
  readonly keys: Readonly<Record<string, Scalar | undefined>>;
  readonly position: number;
}

function valueIn(binder: StatementBinder, { table, source, keys, position }: ValueAsked, equal: MakeEqual): Scalar {
  const found = binder.tables.catalog.relation('pg_catalog', table);
  if (!found) throw new Error(`the catalogs have ${table}`);
  const read = readCatalog(binder, found, position);
  const own = read.columns.find((column) => column.source === source);
  const value: SourcedColumn = own ?? { ...newColumn(binder, source, text), source };
  const rows: Relation = own ? read : { ...read, columns: [...read.columns, value] };
  const conditions = Object.entries(keys).map(([name, key]): Scalar => {
    const column = read.columns.find((one) => one.source === name);
    if (!column || !key) throw new Error(`${table} is found by ${name}`);
    return equal({ kind: 'column', column: column.id, type: column.type, position }, key);
  });
  const shown = newColumn(binder, source, value.type);
  const query: Relation = {
    kind: 'project',
    input: {
      kind: 'filter',
      input: rows,
      condition: conditions.length > 0 ? allOf(conditions) : { kind: 'constant', value: 'true', type: bool },
    },
    items: [{ column: shown, expression: { kind: 'column', column: value.id, type: value.type, position } }],
  };
  return { kind: 'scalar-query', query, type: value.type, position };
}
