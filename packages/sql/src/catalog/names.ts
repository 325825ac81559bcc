import { type ObjectNames, quotedIdentifier, type StatementSession, typeNames } from '../functions/index.ts';
import { schemaOids, temporarySchema } from './fixed-rows.ts';
import { typeFunctions } from './catalog-types.ts';
import { catalogDefinitions } from './relations.ts';
import { rolesOf } from './session-rows.ts';
import { schemasOf, type ShownTable } from './shown-tables.ts';
import { temporariesOf } from './temporary-rows.ts';

type Listed = readonly (readonly [oid: number, shown: string])[];

/** The relations that a caller may name: those of the catalogs, and its tables with their indexes. */
function relationsOf(tables: readonly ShownTable[]): Listed {
  const catalogs = [...catalogDefinitions().values()].flatMap(
    ({ schema, name, oid }): Listed =>
      name.endsWith(')') ? [] : [[oid, schema === 'information_schema' ? `${schema}.${name}` : name]],
  );
  const own = tables.flatMap(({ oid, schema, name, primaryKey }): Listed => {
    const index: Listed = primaryKey ? [[primaryKey.index, quotedIdentifier(primaryKey.name)]] : [];
    const shown = quotedIdentifier(name);
    return [[oid, schema.name === 'public' ? shown : `${quotedIdentifier(schema.name)}.${shown}`], ...index];
  });
  return [...catalogs, ...own];
}

const functions: Listed = typeFunctions.map(({ oid, name }) => [oid, name]);

/** The names of everything that the catalogs number. */
export class CatalogNames {
  readonly #tables: () => readonly ShownTable[];
  #relations: Listed | undefined;
  #schemas: Listed | undefined;

  constructor(tables: () => readonly ShownTable[]) {
    this.#tables = tables;
  }

  of(session: Pick<StatementSession, 'user' | 'zone' | 'now' | 'database' | 'connection'>): ObjectNames {
    const temporaries = () => temporariesOf(session).map(({ oid, name }) => [oid, quotedIdentifier(name)] as const);
    const list = (kind: Parameters<ObjectNames['list']>[0]): Listed => {
      switch (kind) {
        case 'regclass':
          return [...temporaries(), ...this.relations];
        case 'regtype':
          return typeNames.list('regtype');
        case 'regproc':
          return functions;
        case 'regnamespace':
          return temporaries().length === 0
            ? this.schemas
            : [...this.schemas, [temporarySchema.oid, temporarySchema.name]];
        case 'regrole':
          return rolesOf(session).map(([oid, name]) => [oid, quotedIdentifier(name)]);
      }
    };
    return {
      list,
      find: (kind, name) => {
        if (kind === 'regtype') return typeNames.find(kind, name);
        const own = kind === 'regclass' ? /^pg_temp(?:_3)?\.(.*)$/is.exec(name)?.[1] : undefined;
        return own === undefined ? findNamed(list(kind), name) : findNamed(temporaries(), own);
      },
    };
  }

  get schemas(): Listed {
    this.#schemas ??= [
      ...Object.entries(schemaOids).map(([name, oid]) => [oid, name] as const),
      ...schemasOf(this.#tables()).map(({ name, oid }) => [oid, quotedIdentifier(name)] as const),
    ];
    return this.#schemas;
  }

  get relations(): Listed {
    this.#relations ??= relationsOf(this.#tables());
    return this.#relations;
  }
}

/** Schemas in which names are found without them. */
const searched: ReadonlySet<string> = new Set(['pg_catalog', 'public']);

/** Finds a name in its own spelling first, then in any letter case. */
function findNamed(list: Listed, written: string): number | undefined {
  const parts = [...written.matchAll(/"((?:[^"]|"")*)"|([^."]+)/g)].map(
    ([, inQuotes, plain = '']) => inQuotes?.replaceAll('""', '"') ?? plain.trim(),
  );
  const last = parts.at(-1) ?? '';
  const schema = parts.at(-2);
  const shown =
    schema === undefined || searched.has(schema.toLowerCase())
      ? quotedIdentifier(last)
      : `${quotedIdentifier(schema)}.${quotedIdentifier(last)}`;
  const folded = shown.toLowerCase().replaceAll('"', '');
  const found =
    list.find(([, name]) => name === shown) ??
    list.find(([, name]) => name.toLowerCase().replaceAll('"', '') === folded);
  return found?.[0];
}
