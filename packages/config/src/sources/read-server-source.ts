import type { ServerTls } from '@orrery/engines';
import type { PositionedYaml, YamlEntry } from '../positioned-yaml.ts';
import { readSsl } from './read-ssl.ts';
import { readServerUrl, type ServerAddress, type UrlForm } from './server-url.ts';
import type { SourcePlace } from './source-place.ts';

/** A database server: its address, and how it proves its identity. */
export interface ServerSource extends Omit<ServerAddress, 'sslMode'> {
  readonly tls: ServerTls;
}

export interface ReadServerSource {
  /** Entries by key. */
  readonly entries: ReadonlyMap<string, YamlEntry>;
  readonly urlEntry: YamlEntry;
  /** Absent when one of its settings is wrong. */
  readonly server?: ServerSource;
}

/**
 * Reads the settings shared by all data sources on servers.
 *
 * @param keys keys the source may have @returns `undefined` without a `url`
 */
export function readServerSource(
  yaml: PositionedYaml,
  source: YamlEntry,
  place: SourcePlace,
  keys: readonly string[],
  urlForm: UrlForm,
): ReadServerSource | undefined {
  const entries = new Map(yaml.entries(source.value, place.where, keys).map((entry) => [entry.key, entry]));
  const urlEntry = entries.get('url');
  if (!urlEntry) {
    yaml.refuse(source.keyNode, `'url' is missing in ${place.where}: url: \${NAME} takes it from a variable.`);
    return undefined;
  }
  const url = yaml.variable(urlEntry);
  const address =
    url === undefined ? undefined : readServerUrl(url, urlForm, (message) => yaml.refuse(urlEntry.value, message));
  const tls = readSsl(yaml, entries.get('ssl'), { ...place, host: address?.host, urlMode: address?.sslMode });
  if (!address || !tls) return { entries, urlEntry };
  const { sslMode: _, ...rest } = address;
  return { entries, urlEntry, server: { ...rest, tls } };
}
