import { didYouMean } from '@orrery/kernel';
import type { PositionedYaml, YamlEntry } from './positioned-yaml.ts';
import {
  type ClickhouseSource,
  type DuckDbSource,
  type MysqlSource,
  type PostgresSource,
  readClickhouseSource,
  readDuckDbSource,
  readMysqlSource,
  type RenderedSource,
  readPostgresSource,
  readRenderedSource,
  readTrinoSource,
  type SourcePlace,
  type TrinoSource,
} from './sources/index.ts';

export type DataSourceSettings =
  | ClickhouseSource
  | DuckDbSource
  | MysqlSource
  | PostgresSource
  | RenderedSource
  | TrinoSource;

type DataSourceType = DataSourceSettings['type'];

/**
 * Reads one type of data source. Returns `undefined` when the settings cannot be used; `yaml` then holds the problems.
 */
type ReadSource<Type extends DataSourceType> = (
  yaml: PositionedYaml,
  source: YamlEntry,
  place: SourcePlace,
) => (DataSourceSettings & { readonly type: Type }) | undefined;

const readers: { readonly [Type in DataSourceType]: ReadSource<Type> } = {
  duckdb: readDuckDbSource,
  postgres: readPostgresSource,
  mysql: readMysqlSource,
  trino: readTrinoSource,
  clickhouse: readClickhouseSource,
  athena: readRenderedSource('athena'),
  bigquery: readRenderedSource('bigquery'),
  databricks: readRenderedSource('databricks'),
  redshift: readRenderedSource('redshift'),
  snowflake: readRenderedSource('snowflake'),
  spark: readRenderedSource('spark'),
  starburst: readRenderedSource('starburst'),
};
const types = Object.keys(readers);
/** Types that share an engine of another name. */
const sameAs: ReadonlyMap<string, string> = new Map([
  ['mariadb', 'MariaDB is of the type mysql.'],
  ['postgresql', 'PostgreSQL is of the type postgres.'],
  ['presto', 'This version has Trino, and not Presto.'],
]);
/** Data sources an uploaded project may have: each has an engine with memory and connections of its own. */
const mostForeign = 20;

/** @param given data sources from outside the file; no name may be in both */
export function readDataSources(
  yaml: PositionedYaml,
  entry: YamlEntry | undefined,
  place: Omit<SourcePlace, 'where'>,
  given: ReadonlyMap<string, DataSourceSettings> = new Map(),
): ReadonlyMap<string, DataSourceSettings> {
  const sources = new Map<string, DataSourceSettings>(given);
  const entries = yaml.entries(entry?.value ?? null, 'data_sources');
  if (place.isForeign && given.size + entries.length > mostForeign) {
    yaml.refuse(
      entry?.value ?? null,
      `An uploaded project and its deployment have at most ${mostForeign} data sources.`,
    );
    return sources;
  }
  for (const source of entries) {
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(source.key)) {
      yaml.refuse(source.keyNode, `The name of a data source is made of letters, digits and _, not '${source.key}'.`);
      continue;
    }
    if (given.has(source.key)) {
      yaml.refuse(
        source.keyNode,
        `The data source '${source.key}' is already defined for the deployment; remove one of the two.`,
      );
      continue;
    }
    const settings = readDataSource(yaml, source, { where: `data source '${source.key}'`, ...place });
    if (settings) sources.set(source.key, settings);
  }
  if (!entry && given.size === 0)
    yaml.refuse(yaml.root, "'data_sources' is missing: it needs at least the source named default.");
  else if (!sources.has('default') && yaml.problems.length === 0) {
    yaml.refuse(entry?.keyNode ?? yaml.root, "'data_sources' has no source named default.");
  }
  return sources;
}

function readDataSource(yaml: PositionedYaml, source: YamlEntry, place: SourcePlace): DataSourceSettings | undefined {
  const { where } = place;
  const typeEntry = yaml.entries(source.value, where).find((entry) => entry.key === 'type');
  if (!typeEntry) {
    yaml.refuse(source.keyNode, `'type' is missing in ${where}.`);
    return undefined;
  }
  const type = yaml.text(typeEntry);
  if (type === undefined) return undefined;
  if (isSourceType(type)) return readers[type](yaml, source, place);
  yaml.refuse(
    typeEntry.value,
    `There is no engine '${type}'; this version has ${types.join(', ')}.`,
    sameAs.get(type) ?? didYouMean(type, types),
  );
  return undefined;
}

function isSourceType(type: string): type is DataSourceType {
  return Object.hasOwn(readers, type);
}
