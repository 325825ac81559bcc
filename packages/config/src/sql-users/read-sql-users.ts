import { isRecord } from '@orrery/kernel';
import type { PositionedYaml, YamlEntry } from '../positioned-yaml.ts';
import { readScramVerifier, type ScramVerifier } from './scram-verifier.ts';

/** An account of the port of PostgreSQL's protocol that has a password of its own. */
export interface SqlUser {
  readonly name: string;
  readonly verifier: ScramVerifier;
  /** Claims that policies and models read of its callers. */
  readonly securityContext: Readonly<Record<string, unknown>>;
  /** Names that it may ask as, or all of them. */
  readonly maySwitchTo: readonly string[] | 'all';
}

const keys = ['verifier', 'security_context', 'may_switch_to'];
/** Bytes of a name in PostgreSQL, and its clients. */
const longestName = 63;
const mostUsers = 10_000;

/** Whether PostgreSQL's clients can send it as a user name. */
export function isSqlUserName(name: string): boolean {
  return name !== '' && Buffer.byteLength(name) <= longestName && !/\p{Cc}/u.test(name);
}

/** Reads `sql.users` of `orrery.yml`. */
export function readSqlUsers(yaml: PositionedYaml, entry: YamlEntry | undefined): ReadonlyMap<string, SqlUser> {
  const users = entry ? yaml.entries(entry.value, 'sql.users') : [];
  if (users.length > mostUsers) yaml.refuse(entry?.value ?? null, `At most ${mostUsers} accounts can be named here.`);
  return new Map(users.flatMap((one) => readUser(yaml, one) ?? []).map((user) => [user.name, user]));
}

function readUser(yaml: PositionedYaml, one: YamlEntry): SqlUser | undefined {
  const name = one.key;
  if (!isSqlUserName(name)) {
    yaml.refuse(one.keyNode, `'${name}' cannot be the name of an account: at most ${longestName} bytes, no controls.`);
  }
  const entries = new Map(yaml.entries(one.value, `the account '${name}'`, keys).map((entry) => [entry.key, entry]));
  const verifier = readVerifier(yaml, one, entries.get('verifier'));
  const securityContext = readContext(yaml, entries.get('security_context'));
  const maySwitchTo = readSwitch(yaml, entries.get('may_switch_to'));
  return verifier && securityContext && { name, verifier, securityContext, maySwitchTo };
}

function readVerifier(yaml: PositionedYaml, one: YamlEntry, entry: YamlEntry | undefined): ScramVerifier | undefined {
  const hint = `Make it by: orrery sql-user ${one.key}`;
  if (!entry) {
    yaml.refuse(one.keyNode, `The account '${one.key}' has no 'verifier'.`, hint);
    return undefined;
  }
  const text = yaml.text(entry);
  const verifier = text === undefined ? undefined : readScramVerifier(text);
  // The text is not repeated: it may be a password.
  if (text !== undefined && !verifier) {
    yaml.refuse(entry.value, "'verifier' is like SCRAM-SHA-256$4096:salt$StoredKey:ServerKey.", hint);
  }
  return verifier;
}

function readContext(yaml: PositionedYaml, entry: YamlEntry | undefined): SqlUser['securityContext'] | undefined {
  if (!entry) return {};
  const context = yaml.plain(entry);
  if (isRecord(context)) return context;
  yaml.refuse(entry.value ?? entry.keyNode, "'security_context' must be a mapping, as the claims of a token.");
  return undefined;
}

function readSwitch(yaml: PositionedYaml, entry: YamlEntry | undefined): SqlUser['maySwitchTo'] {
  if (!entry) return [];
  return yaml.plain(entry) === 'all' ? 'all' : yaml.texts(entry);
}
