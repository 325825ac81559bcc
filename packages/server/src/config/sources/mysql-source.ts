import type { ServerTls } from '@orrery/engines';
import { isIP } from 'node:net';
import type { PositionedYaml, YamlEntry } from '../positioned-yaml.ts';
import { readSsl } from './read-ssl.ts';
import { readServerUrl, type ServerAddress, type UrlForm } from './server-url.ts';
import type { SourcePlace } from './source-place.ts';

/** A MySQL or a MariaDB server. */
export interface MysqlSource extends Omit<ServerAddress, 'sslMode'> {
  readonly type: 'mysql';
  readonly tls: ServerTls;
}

const keys = ['type', 'url', 'ssl'];
const urlForm: UrlForm = { protocols: ['mysql:', 'mariadb:'], defaultPort: 3306 };

export function readMysqlSource(yaml: PositionedYaml, source: YamlEntry, place: SourcePlace): MysqlSource | undefined {
  const entries = new Map(yaml.entries(source.value, place.where, keys).map((entry) => [entry.key, entry]));
  const urlEntry = entries.get('url');
  if (!urlEntry) {
    yaml.refuse(source.keyNode, `'url' is missing in ${place.where}: url: \${NAME} takes it from a variable.`);
    return undefined;
  }
  const url = yaml.variable(urlEntry);
  const address =
    url === undefined ? undefined : readServerUrl(url, urlForm, (message) => yaml.refuse(urlEntry.value, message));
  const ssl = readSsl(yaml, entries.get('ssl'), { ...place, host: address?.host, urlMode: address?.sslMode });
  if (!address || !ssl) return undefined;
  if (ssl.mode === 'verified' && isIP(address.host) !== 0) {
    // The driver compares a certificate with names only.
    yaml.refuse(
      urlEntry.value,
      'The certificate of a server is checked for its name, and the URL has an address: write the name, or let verify-ca be enough.',
    );
    return undefined;
  }
  const { sslMode: _, ...rest } = address;
  return { type: 'mysql', ...rest, tls: ssl };
}
