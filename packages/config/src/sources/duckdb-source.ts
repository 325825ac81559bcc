import { readTemporaryView } from '@orrery/engines';
import { isWithin } from '../within-folder.ts';
import type { PositionedYaml, YamlEntry } from '../positioned-yaml.ts';
import type { SourcePlace } from './source-place.ts';

export interface DuckDbSource {
  readonly type: 'duckdb';
  /** A database file, attached read-only; the path is relative to the project. */
  readonly database?: string;
  /** Folders the engine may read; paths are relative to the project. */
  readonly allow: readonly string[];
  /** Statements run on every connection after the database is attached. */
  readonly init: readonly string[];
  /** See `DuckDbSettings.isForeign` of the engines. */
  readonly isForeign?: true;
}

const keys = ['type', 'database', 'allow', 'init'];

export function readDuckDbSource(yaml: PositionedYaml, source: YamlEntry, place: SourcePlace): DuckDbSource {
  const { where, isForeign = false } = place;
  let database: string | undefined;
  let allow: readonly string[] = [];
  let init: readonly string[] = [];
  for (const entry of yaml.entries(source.value, where, keys)) {
    if (entry.key === 'database') database = yaml.text(entry);
    if (entry.key === 'allow') allow = yaml.texts(entry);
    if (entry.key === 'init') init = yaml.texts(entry);
    if (!isForeign) continue;
    if (entry.key === 'database' && database !== undefined) requireWithin(yaml, entry, [database], place);
    if (entry.key === 'allow') requireWithin(yaml, entry, allow, place);
    if (entry.key === 'init') requireViews(yaml, entry, init);
  }
  return { type: 'duckdb', ...(database ? { database } : {}), allow, init, ...(isForeign ? { isForeign } : {}) };
}

function requireWithin(yaml: PositionedYaml, entry: YamlEntry, paths: readonly string[], { directory }: SourcePlace) {
  for (const path of paths) {
    if (!isWithin(directory, path)) yaml.refuse(entry.value, `'${path}' of '${entry.key}' is not in the project.`);
  }
}

function requireViews(yaml: PositionedYaml, entry: YamlEntry, statements: readonly string[]): void {
  if (statements.every((statement) => readTemporaryView(statement))) return;
  const hint = 'CREATE TEMP VIEW name AS SELECT ... FROM ...';
  yaml.refuse(entry.value, "'init' of an uploaded project may only create temporary views.", hint);
}
