import type { SettingReader } from './setting-reader.ts';
import { isSqlUserName } from './sql-users/index.ts';

/** Settings of the port of PostgreSQL's protocol. */
export interface SqlSettings {
  /** 0: any free port. `off`: none is opened, even where one usually is. Absent: none was named. */
  readonly port?: number | 'off';
  /** Sessions of all callers together. */
  readonly mostSessions: number;
  /** One more account than those of the project. */
  readonly account?: { readonly name: string; readonly password: string };
  /** Name of an account that may ask as any user. */
  readonly superUser?: string;
}

const defaultSessions = 1_024;
/** Name of the account where only its password is set, as in the reference. */
const defaultUser = 'cube';

export function readSqlSettings(reader: SettingReader): SqlSettings {
  const mostSessions = reader.integer('sqlSessions', 1, 100_000) ?? defaultSessions;
  const account = readSqlAccount(reader);
  const superUser = reader.text('sqlSuperUser')?.text;
  const others = {
    mostSessions,
    ...(account ? { account } : {}),
    ...(superUser === undefined ? {} : { superUser }),
  };
  if (reader.text('sqlPort')?.text === 'false') return { port: 'off', ...others };
  const port = reader.integer('sqlPort', 0, 65_535);
  return { ...(port === undefined ? {} : { port }), ...others };
}

function readSqlAccount(reader: SettingReader): SqlSettings['account'] {
  const user = reader.text('sqlUser');
  const password = reader.text('sqlPassword');
  if (user && !isSqlUserName(user.text)) {
    reader.refuse(user, 'cannot be the name of an account: at most 63 bytes, no controls');
  }
  if (password) return { name: user?.text ?? defaultUser, password: password.text };
  if (user)
    reader.refuse(user, 'needs CUBEJS_SQL_PASSWORD too', 'Unset it where users sign in with API keys and tokens');
  return undefined;
}
