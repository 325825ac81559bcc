import type { ServerTls } from '@orrery/engines';
import type { PositionedYaml, YamlEntry } from '../positioned-yaml.ts';
import { readSsl } from './read-ssl.ts';
import { readServerUrl, type ServerAddress, type UrlForm } from './server-url.ts';
import type { SourcePlace } from './source-place.ts';

export interface PostgresSource extends Omit<ServerAddress, 'sslMode'> {
  readonly type: 'postgres';
  readonly tls: ServerTls;
  /** Schemas that plain table names are looked up in, instead of the role's. */
  readonly searchPath: readonly string[];
}

const keys = ['type', 'url', 'ssl', 'schema'];
const urlForm: UrlForm = { protocols: ['postgres:', 'postgresql:'], defaultPort: 5432 };

export function readPostgresSource(
  yaml: PositionedYaml,
  source: YamlEntry,
  place: SourcePlace,
): PostgresSource | undefined {
  const entries = new Map(yaml.entries(source.value, place.where, keys).map((entry) => [entry.key, entry]));
  const urlEntry = entries.get('url');
  if (!urlEntry) {
    yaml.refuse(source.keyNode, `'url' is missing in ${place.where}: url: \${NAME} takes it from a variable.`);
    return undefined;
  }
  const schemaEntry = entries.get('schema');
  const searchPath = schemaEntry ? yaml.textOrTexts(schemaEntry) : [];
  const url = yaml.variable(urlEntry);
  const address =
    url === undefined ? undefined : readServerUrl(url, urlForm, (message) => yaml.refuse(urlEntry.value, message));
  const ssl = readSsl(yaml, entries.get('ssl'), { ...place, host: address?.host, urlMode: address?.sslMode });
  if (!address || !ssl) return undefined;
  const { sslMode: _, ...rest } = address;
  return { type: 'postgres', ...rest, tls: ssl, searchPath };
}
