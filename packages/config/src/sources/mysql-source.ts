import { isIP } from 'node:net';
import type { PositionedYaml, YamlEntry } from '../positioned-yaml.ts';
import { readServerSource, type ServerSource } from './read-server-source.ts';
import type { UrlForm } from './server-url.ts';
import type { SourcePlace } from './source-place.ts';

/** A MySQL or a MariaDB server. */
export interface MysqlSource extends ServerSource {
  readonly type: 'mysql';
}

const keys = ['type', 'url', 'ssl'];
const urlForm: UrlForm = { protocols: ['mysql:', 'mariadb:'], defaultPort: 3306 };

export function readMysqlSource(yaml: PositionedYaml, source: YamlEntry, place: SourcePlace): MysqlSource | undefined {
  const { server, urlEntry } = readServerSource(yaml, source, place, keys, urlForm) ?? {};
  if (!server || !urlEntry) return undefined;
  if (server.tls.mode === 'verified' && isIP(server.host) !== 0) {
    // The driver compares a certificate with host names only, not with addresses.
    yaml.refuse(
      urlEntry.value,
      'The certificate of a server is checked for its name, and the URL has an address: write the name, or let verify-ca be enough.',
    );
    return undefined;
  }
  return { type: 'mysql', ...server };
}
