import type { PositionedYaml, YamlEntry } from '../positioned-yaml.ts';
import { readServerSource, type ServerSource } from './read-server-source.ts';
import type { UrlForm } from './server-url.ts';
import type { SourcePlace } from './source-place.ts';

export interface PostgresSource extends ServerSource {
  readonly type: 'postgres';
  /** Schemas in which plain table names are looked up, instead of the role's own. */
  readonly searchPath: readonly string[];
}

const keys = ['type', 'url', 'ssl', 'schema'];
const urlForm: UrlForm = { protocols: ['postgres:', 'postgresql:'], defaultPort: 5432 };

export function readPostgresSource(
  yaml: PositionedYaml,
  source: YamlEntry,
  place: SourcePlace,
): PostgresSource | undefined {
  const read = readServerSource(yaml, source, place, keys, urlForm);
  if (!read) return undefined;
  const schemaEntry = read.entries.get('schema');
  const searchPath = schemaEntry ? yaml.textOrTexts(schemaEntry) : [];
  return read.server && { type: 'postgres', ...read.server, searchPath };
}
