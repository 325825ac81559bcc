import type { PositionedYaml, YamlEntry } from '../positioned-yaml.ts';
import type { SourcePlace } from './source-place.ts';

export interface DuckDbSource {
  readonly type: 'duckdb';
  /** A database file, attached read-only; relative to the project. */
  readonly database?: string;
  /** Folders the engine may read; relative to the project. */
  readonly allow: readonly string[];
  /** Statements run on every connection after the attachment. */
  readonly init: readonly string[];
}

const keys = ['type', 'database', 'allow', 'init'];

export function readDuckDbSource(yaml: PositionedYaml, source: YamlEntry, { where }: SourcePlace): DuckDbSource {
  let database: string | undefined;
  let allow: readonly string[] = [];
  let init: readonly string[] = [];
  for (const entry of yaml.entries(source.value, where, keys)) {
    if (entry.key === 'database') database = yaml.text(entry);
    if (entry.key === 'allow') allow = yaml.texts(entry);
    if (entry.key === 'init') init = yaml.texts(entry);
  }
  return { type: 'duckdb', ...(database ? { database } : {}), allow, init };
}
