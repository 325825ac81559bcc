import type { PositionedYaml, YamlEntry } from '../positioned-yaml.ts';
import { readServerSource, type ServerSource } from './read-server-source.ts';
import type { UrlForm } from './server-url.ts';
import type { SourcePlace } from './source-place.ts';

/** A ClickHouse server, reached by HTTP. */
export interface ClickhouseSource extends ServerSource {
  readonly type: 'clickhouse';
}

const keys = ['type', 'url', 'ssl'];
const urlForm: UrlForm = { protocols: ['clickhouse:'], defaultPort: 8443, isHttp: true };
/** Ports on which servers speak their native protocol, without and with TLS. */
export const clickhouseNativePorts: readonly number[] = [9000, 9440];

export function readClickhouseSource(
  yaml: PositionedYaml,
  source: YamlEntry,
  place: SourcePlace,
): ClickhouseSource | undefined {
  const { server, urlEntry } = readServerSource(yaml, source, place, keys, urlForm) ?? {};
  if (!server || !urlEntry) return undefined;
  if (clickhouseNativePorts.includes(server.port)) {
    yaml.refuse(
      urlEntry.value,
      `On port ${server.port} ClickHouse speaks its native protocol: name the port of HTTP, 8123, or 8443 with TLS.`,
    );
    return undefined;
  }
  if (server.user.includes(':')) {
    yaml.refuse(urlEntry.value, "The user has no ':': the server would take what follows for the password.");
    return undefined;
  }
  return { type: 'clickhouse', ...server };
}
