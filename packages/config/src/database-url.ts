import type { SettingReader } from './setting-reader.ts';
import type { ServerTls } from '@orrery/engines';
import { defaultSslMode, readServerUrl, type ServerAddress, sslMeanings } from './sources/index.ts';

/** Address and credentials of the metadata store on PostgreSQL. Never print any of it. */
export interface PostgresAddress extends Omit<ServerAddress, 'sslMode'> {
  readonly tls: ServerTls['mode'];
}

const urlForm = { protocols: ['postgres:', 'postgresql:'], defaultPort: 5432 };

/** Reads `ORRERY_DATABASE_URL` by the rules for the URL of a data source. */
export function readDatabaseUrl(reader: SettingReader): PostgresAddress | undefined {
  const setting = reader.text('databaseUrl');
  if (!setting) return undefined;
  const refuse = (message: string) => void reader.problems.push({ message: `${setting.origin}: ${message}` });
  const found = readServerUrl(setting.text, urlForm, refuse);
  if (!found) return undefined;
  const { sslMode = defaultSslMode(found.host), ...address } = found;
  return { ...address, tls: sslMeanings[sslMode] };
}
