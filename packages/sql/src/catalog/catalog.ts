import type { Access, ModelIndex } from '@orrery/semantic';
import type { ObjectNames, StatementSession } from '../functions/index.ts';
import { CatalogNames } from './names.ts';
import { type CatalogField, type CatalogDefinition, catalogDefinitions, type CatalogSchema } from './relations.ts';
import { rowsOfRelation } from './relation-rows.ts';
import type { CatalogRows } from './rows.ts';
import { type ShownTable, shownTables, type TableSource } from './shown-tables.ts';

/** A relation of the catalogs with the rows that one caller may see. Its rows are left out of JSON. */
export class CatalogRelation {
  readonly schema: CatalogSchema;
  readonly name: string;
  readonly columns: readonly CatalogField[];
  readonly #rows: (session: StatementSession) => CatalogRows;

  readonly #oid: number;

  constructor({ oid, schema, name, columns }: CatalogDefinition, rows: (session: StatementSession) => CatalogRows) {
    this.#oid = oid;
    this.schema = schema;
    this.name = name;
    this.columns = columns;
    this.#rows = rows;
  }

  /** Makes the rows, with the columns that every table of PostgreSQL has. */
  rows(session: StatementSession): CatalogRows {
    const { count, columns } = this.#rows(session);
    return { count, columns: { ...columns, tableoid: { all: this.#oid }, xmin: { all: 1 } } };
  }
}

/** The catalogs of one model as one caller sees it. Numbers and rows are made when they are first read. */
export class CallerCatalog {
  readonly #model: ModelIndex;
  readonly #source: TableSource;
  readonly #names = new CatalogNames(() => this.#tables);
  readonly #made = new Map<string, CatalogRelation>();
  #shown: readonly ShownTable[] | undefined;

  constructor(model: ModelIndex, source: TableSource) {
    this.#model = model;
    this.#source = source;
  }

  get #tables(): readonly ShownTable[] {
    this.#shown ??= shownTables(this.#model, this.#source);
    return this.#shown;
  }

  /** Finds a relation in any letter case. @param schema absent: those whose relations need no schema */
  relation(schema: string | undefined, name: string): CatalogRelation | undefined {
    const folded = name.toLowerCase();
    const schemas = schema === undefined ? ['pg_catalog', 'public'] : [schema.toLowerCase()];
    for (const one of schemas) {
      const key = `${one}.${folded}`;
      const definition = catalogDefinitions().get(key);
      if (!definition) continue;
      const known = this.#made.get(key);
      if (known) return known;
      const made = new CatalogRelation(
        definition,
        rowsOfRelation(key, () => this.#tables),
      );
      this.#made.set(key, made);
      return made;
    }
    return undefined;
  }

  names(session: StatementSession): ObjectNames {
    return this.#names.of(session);
  }
}

const known = new WeakMap<ModelIndex, WeakMap<Access, CallerCatalog>>();

/** The catalogs of a caller: one for each model and rights, kept as long as both. */
export function catalogOf(model: ModelIndex, access: Access, source: TableSource): CallerCatalog {
  const ofModel = known.get(model) ?? new WeakMap<Access, CallerCatalog>();
  known.set(model, ofModel);
  const catalog = ofModel.get(access) ?? new CallerCatalog(model, source);
  ofModel.set(access, catalog);
  return catalog;
}
