import { didYouMean } from '@orrery/semantic';
import type { PositionedYaml, YamlEntry } from './positioned-yaml.ts';

export interface DataSourceSettings {
  readonly type: 'duckdb';
  /** A database file, attached read-only; relative to the project. */
  readonly database?: string;
  /** Folders the engine may read; relative to the project. */
  readonly allow: readonly string[];
  /** Statements run on every connection after the attachment. */
  readonly init: readonly string[];
}

const duckDbKeys = ['type', 'database', 'allow', 'init'];
/** Named by the design, not built yet. */
const laterTypes = ['postgres', 'mysql', 'clickhouse', 'trino', 'snowflake', 'bigquery', 'redshift', 'databricks'];

export function readDataSources(
  yaml: PositionedYaml,
  entry: YamlEntry | undefined,
): ReadonlyMap<string, DataSourceSettings> {
  const sources = new Map<string, DataSourceSettings>();
  for (const source of yaml.entries(entry?.value ?? null, 'data_sources')) {
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(source.key)) {
      yaml.refuse(source.keyNode, `The name of a data source is made of letters, digits and _, not '${source.key}'.`);
      continue;
    }
    const settings = readDataSource(yaml, source);
    if (settings) sources.set(source.key, settings);
  }
  if (!entry) yaml.refuse(yaml.root, "'data_sources' is missing: it needs at least the source named default.");
  else if (!sources.has('default') && yaml.problems.length === 0) {
    yaml.refuse(entry.keyNode, "'data_sources' has no source named default.");
  }
  return sources;
}

function readDataSource(yaml: PositionedYaml, source: YamlEntry): DataSourceSettings | undefined {
  const where = `data source '${source.key}'`;
  const all = yaml.entries(source.value, where);
  const typeEntry = all.find((entry) => entry.key === 'type');
  if (!typeEntry) {
    yaml.refuse(source.keyNode, `'type' is missing in ${where}.`);
    return undefined;
  }
  const type = yaml.text(typeEntry);
  if (type === undefined) return undefined;
  if (type !== 'duckdb') {
    if (laterTypes.includes(type)) {
      yaml.refuse(typeEntry.value, `This version of Orrery does not have the engine '${type}' yet; it has duckdb.`);
    } else {
      yaml.refuse(
        typeEntry.value,
        `There is no engine '${type}'; this version has duckdb.`,
        didYouMean(type, ['duckdb']),
      );
    }
    return undefined;
  }
  let database: string | undefined;
  let allow: readonly string[] = [];
  let init: readonly string[] = [];
  for (const entry of yaml.entries(source.value, where, duckDbKeys)) {
    if (entry.key === 'database') database = yaml.text(entry);
    if (entry.key === 'allow') allow = yaml.texts(entry);
    if (entry.key === 'init') init = yaml.texts(entry);
  }
  return { type, ...(database ? { database } : {}), allow, init };
}
