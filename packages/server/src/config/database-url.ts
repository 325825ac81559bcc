import { readFileSync } from 'node:fs';
import type { SettingReader } from './setting-reader.ts';

/** Where the metadata store on PostgreSQL is, and how to get in. Nothing of it may be printed. */
export interface PostgresAddress {
  /** A name, an address, or the folder of a socket. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password?: string;
  readonly database: string;
  /** `false`: not encrypted. */
  readonly tls: false | { readonly rejectUnauthorized: boolean; readonly ca?: string };
}

const shape = 'must be like postgres://user:password@host:5432/database';
/** Other modes fall back to what they were meant to prevent. */
const tlsModes = ['disable', 'require', 'verify-full'];
const parameters = ['sslmode', 'sslrootcert', 'host'];

/**
 * Reads `ORRERY_DATABASE_URL`. What is wrong is said without any part of the text: a password with an unescaped
 * character in it lands in any of them.
 */
export function readDatabaseUrl(reader: SettingReader): PostgresAddress | undefined {
  const setting = reader.text('databaseUrl');
  if (!setting) return undefined;
  const refuse = (why: string) => {
    reader.refuse(setting, why);
    return undefined;
  };
  const url = URL.canParse(setting.text) ? new URL(setting.text) : undefined;
  if (!url || !/^postgres(ql)?:$/.test(url.protocol)) {
    return refuse(`${shape}; characters with a meaning in addresses are written as %40`);
  }
  const [database, ...rest] = url.pathname.split('/').slice(1).map(decode);
  const user = decode(url.username);
  const password = decode(url.password);
  const host = url.searchParams.get('host') ?? decode(url.hostname.replace(/^\[(.*)\]$/, '$1'));
  if (!database || rest.length > 0 || !user || !host || password === undefined || url.hash) return refuse(shape);
  const unknown = [...url.searchParams.keys()].filter((name) => !parameters.includes(name));
  if (unknown.length > 0) return refuse(`takes the parameters ${parameters.join(', ')} and no other`);
  const mode = url.searchParams.get('sslmode') ?? 'disable';
  if (!tlsModes.includes(mode)) return refuse(`takes sslmode=${tlsModes.join(', ')}`);
  const ca = readAuthority(url.searchParams.get('sslrootcert'));
  if (ca === unreadable) return refuse('names a certificate in sslrootcert that cannot be read');
  if (ca !== undefined && mode !== 'verify-full') return refuse('has sslrootcert without sslmode=verify-full');
  return {
    host,
    port: url.port === '' ? 5432 : Number(url.port),
    user,
    ...(password === '' ? {} : { password }),
    database,
    tls: mode === 'disable' ? false : { rejectUnauthorized: mode === 'verify-full', ...(ca ? { ca } : {}) },
  };
}

function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined; // a lone %, reported as the wrong shape
  }
}

const unreadable = Symbol('unreadable');

function readAuthority(file: string | null): string | undefined | typeof unreadable {
  if (file === null) return undefined;
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return unreadable;
  }
}
