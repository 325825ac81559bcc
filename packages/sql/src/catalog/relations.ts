import type { SqlType } from '../types/index.ts';
import { typeNamed } from '../types/index.ts';
import { definitions } from './definitions.ts';

/** A column of a relation of the catalogs. */
export interface CatalogField {
  readonly name: string;
  readonly type: SqlType;
  readonly isRequired: boolean;
}

export type CatalogSchema = keyof typeof definitions;

/** A relation of the catalogs, without rows. */
export interface CatalogDefinition {
  readonly schema: CatalogSchema;
  readonly name: string;
  readonly oid: number;
  /** `pg_class.relkind`: a table or a view. */
  readonly kind: 'r' | 'v';
  readonly columns: readonly CatalogField[];
}

function readDefinition(schema: CatalogSchema, line: string): CatalogDefinition {
  const [name = '', oid, kind, ...columns] = line.split(' ');
  return { schema, name, oid: Number(oid), kind: kind === 'v' ? 'v' : 'r', columns: columns.map(readColumn) };
}

function readColumn(text: string): CatalogField {
  const [, name = '', element = '', modifier, brackets, required] =
    /^([^:]+):([^([!]+)(?:\((\d+)\))?(\[\])?(!)?$/.exec(text) ?? [];
  const type = typeNamed({
    name: element === 'char' ? '"char"' : element,
    isArray: brackets !== undefined,
    ...(modifier === undefined ? {} : { modifier: [Number(modifier)] }),
  });
  if ('refusal' in type) throw new Error(`the column ${text} of a catalog: ${type.refusal}`);
  return { name, type, isRequired: required !== undefined };
}

let read: ReadonlyMap<string, CatalogDefinition> | undefined;

/** All relations of the catalogs, by schema and name: `pg_catalog.pg_class`. */
export function catalogDefinitions(): ReadonlyMap<string, CatalogDefinition> {
  read ??= new Map(
    Object.entries(definitions).flatMap(([schema, text]) =>
      text
        .trim()
        .split('\n')
        .map((line) => readDefinition(schema as CatalogSchema, line)) // a key of the record
        .map((one): [string, CatalogDefinition] => [`${schema}.${one.name}`, one]),
    ),
  );
  return read;
}
