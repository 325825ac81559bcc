import { shownLiteral } from '@orrery/kernel';
import { cacheModes } from '@orrery/contract';
import { parseZone } from '@orrery/semantic';
import { StatementInvalid } from '../statement/index.ts';

export interface StartSettings {
  /** Zone of the project, in which times are without another one. */
  readonly defaultZone: string;
  readonly user: string;
  /** Parameters of the start of a connection, which RESET returns to. */
  readonly startup?: ReadonlyMap<string, string>;
}

/** A setting that connections know. */
export interface KnownSetting {
  /** The name as PostgreSQL writes it. */
  readonly name: string;
  readonly default: string | null;
  readonly description: string;
  /** The default as ParameterStatus reports it, where that is another text. */
  readonly startValue?: string;
  /** Whether clients are informed of its value. */
  readonly isReported?: boolean;
  /** Whether statements cannot change it. */
  readonly isFixed?: boolean;
  /** @returns the value as it is shown @throws StatementInvalid */
  readonly check?: (value: string) => string;
}

function wrongValue(name: string, value: string): StatementInvalid {
  return new StatementInvalid(
    'User Error',
    'sql.setting-value',
    `invalid value for parameter "${name}": "${shownLiteral(value)}"`,
  );
}

const truths: Readonly<Record<string, string>> = {
  on: 'on',
  true: 'on',
  yes: 'on',
  '1': 'on',
  t: 'on',
  tr: 'on',
  tru: 'on',
  y: 'on',
  ye: 'on',
  off: 'off',
  false: 'off',
  no: 'off',
  '0': 'off',
  f: 'off',
  fa: 'off',
  fal: 'off',
  fals: 'off',
  n: 'off',
  of: 'off',
};

function truth(name: string): (value: string) => string {
  return (value) => {
    const found = truths[value.trim().toLowerCase()];
    if (found !== undefined) return found;
    throw new StatementInvalid('User Error', 'sql.setting-value', `parameter "${name}" requires a Boolean value`);
  };
}

function oneOf(name: string, words: readonly string[], show = (word: string) => word): (value: string) => string {
  return (value) => {
    const word = value.trim().toLowerCase();
    if (words.includes(word)) return show(word);
    throw wrongValue(name, value);
  };
}

function whole(name: string, from: number, to: number): (value: string) => string {
  return (value) => {
    const number = /^\s*[+-]?\d{1,12}\s*$/.test(value) ? Number(value) : undefined;
    if (number === undefined) throw wrongValue(name, value);
    if (number >= from && number <= to) return String(number);
    const words = `${number} is outside the valid range for parameter "${name}" (${from} .. ${to})`;
    throw new StatementInvalid('User Error', 'sql.setting-value', words);
  };
}

/** Milliseconds of a duration such as `5s` or `250`; undefined for a text that is none. */
export function millisecondsOf(text: string): number | undefined {
  const found = /^\s*(\d{1,10}(?:\.\d+)?)\s*(us|ms|s|min|h|d)?\s*$/.exec(text);
  if (!found) return undefined;
  const unit = { us: 0.001, ms: 1, s: 1000, min: 60_000, h: 3_600_000, d: 86_400_000 }[found[2] ?? 'ms'] ?? 1;
  const ms = Math.round(Number(found[1]) * unit);
  return ms > 2_147_483_647 ? undefined : ms;
}

function duration(name: string): (value: string) => string {
  return (value) => {
    const ms = millisecondsOf(value);
    if (ms === undefined) throw wrongValue(name, value);
    return shownDuration(ms);
  };
}

function shownDuration(ms: number): string {
  if (ms === 0) return '0';
  for (const [unit, size] of [
    ['d', 86_400_000],
    ['h', 3_600_000],
    ['min', 60_000],
    ['s', 1000],
  ] as const) {
    if (ms % size === 0) return `${ms / size}${unit}`;
  }
  return `${ms}ms`;
}

/** Encodings of clients: everything is UTF-8, and its subset ASCII. asyncpg writes quotes around the name. */
function encoding(value: string): string {
  const word = value
    .trim()
    .replaceAll(/^'|'$/g, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');
  if (['utf8', 'unicode'].includes(word)) return 'UTF8';
  if (['sqlascii'].includes(word)) return 'SQL_ASCII';
  throw wrongValue('client_encoding', value);
}

/** Dates are written in the style of ISO; the order of day and month of what is read may be named. */
function dateStyle(value: string): string {
  let order = 'MDY';
  for (const part of value.split(',')) {
    const word = part.trim().toLowerCase();
    if (word === 'iso' || word === '') continue;
    if (['mdy', 'us', 'noneuro', 'noneuropean'].includes(word)) order = 'MDY';
    else if (word === 'ymd') order = 'YMD';
    else throw wrongValue('DateStyle', value);
  }
  return order === 'MDY' ? 'ISO' : `ISO, ${order}`;
}

/**
 * The name of a zone that its text means: a name, or hours east of Greenwich, as in `SET TIME ZONE -7`.
 *
 * @returns undefined for a text that means none
 */
export function zoneMeant(text: string): string | undefined {
  const trimmed = text.trim();
  if (/^(?:gmt|z|utc|zulu)$/i.test(trimmed)) return 'UTC';
  const hours = /^([+-]?)(\d{1,2})(?::?00)?(?:\.0+)?$/.exec(trimmed);
  if (!hours) return parseZone(trimmed);
  const east = Number(hours[2]) * (hours[1] === '-' ? -1 : 1);
  if (east === 0) return 'UTC';
  return parseZone(`Etc/GMT${east > 0 ? '-' : '+'}${Math.abs(east)}`); // POSIX counts to the west
}

function zoneValue(value: string): string {
  const word = value.trim().toUpperCase();
  const zone = word === 'GMT' || word === 'UTC' ? word : zoneMeant(value);
  if (zone !== undefined) return zone;
  const message = `invalid value for parameter "TimeZone": "${shownLiteral(value)}"`;
  throw new StatementInvalid('User Error', 'sql.setting-value', message);
}

function cacheMode(value: string): string {
  const mode = value.trim().toLowerCase();
  if ((cacheModes as readonly string[]).includes(mode)) return mode;
  throw new StatementInvalid('User Error', 'sql.cache', `Invalid value for cache mode: ${shownLiteral(value)}`);
}

const isolations = ['read uncommitted', 'read committed', 'repeatable read', 'serializable'];

/** Number that programs read as the version of the server. */
const versionNumber = '140002';

/** Settings by their names in lower case. */
export function knownSettings({
  defaultZone,
  user,
}: Pick<StartSettings, 'defaultZone' | 'user'>): ReadonlyMap<string, KnownSetting> {
  const isUtc = ['utc', 'etc/utc', 'gmt'].includes(defaultZone.toLowerCase());
  const settings: readonly KnownSetting[] = [
    {
      name: 'server_version',
      default: '14.2 (Cube SQL)',
      description: 'Shows the server version.',
      isReported: true,
      isFixed: true,
    },
    {
      name: 'server_version_num',
      default: versionNumber,
      description: 'Shows the server version as an integer.',
      isFixed: true,
    },
    {
      name: 'server_encoding',
      default: 'UTF8',
      description: 'Shows the server (database) character set encoding.',
      isReported: true,
      isFixed: true,
    },
    {
      name: 'client_encoding',
      default: 'UTF8',
      description: "Sets the client's character set encoding.",
      isReported: true,
      check: encoding,
    },
    {
      name: 'DateStyle',
      default: 'ISO',
      description: 'Sets the display format for date and time values.',
      isReported: true,
      check: dateStyle,
    },
    {
      name: 'IntervalStyle',
      default: 'postgres',
      description: 'Sets the display format for interval values.',
      isReported: true,
      check: oneOf('IntervalStyle', ['postgres']),
    },
    {
      name: 'TimeZone',
      default: isUtc ? 'GMT' : defaultZone,
      ...(isUtc ? { startValue: 'Etc/UTC' } : {}),
      description: 'Sets the time zone of queries.',
      isReported: true,
      check: zoneValue,
    },
    {
      name: 'integer_datetimes',
      default: 'on',
      description: 'Shows whether datetimes are integer based.',
      isReported: true,
      isFixed: true,
    },
    {
      name: 'standard_conforming_strings',
      default: 'on',
      description: "Causes '...' strings to treat backslashes literally.",
      isReported: true,
      check: onlyOn('standard_conforming_strings'),
    },
    {
      name: 'application_name',
      default: null,
      description: 'Sets the application name to be reported in statistics and logs.',
      isReported: true,
    },
    {
      name: 'is_superuser',
      default: 'off',
      description: 'Shows whether the current user is a superuser.',
      isReported: true,
      isFixed: true,
    },
    {
      name: 'session_authorization',
      default: user,
      description: 'Shows the session user name.',
      isReported: true,
      isFixed: true,
    },
    {
      name: 'default_transaction_read_only',
      default: 'off',
      description: 'Sets the default read-only status of new transactions.',
      isReported: true,
      check: truth('default_transaction_read_only'),
    },
    {
      name: 'in_hot_standby',
      default: 'off',
      description: 'Shows whether hot standby is currently active.',
      isReported: true,
      isFixed: true,
    },
    {
      name: 'transaction_read_only',
      default: 'off',
      description: "Sets the current transaction's read-only status.",
      check: truth('transaction_read_only'),
    },
    {
      name: 'transaction_isolation',
      default: 'read committed',
      description: "Sets the current transaction's isolation level.",
      check: oneOf('transaction_isolation', isolations),
    },
    {
      name: 'transaction_deferrable',
      default: 'off',
      description: 'Whether to defer a read-only serializable transaction.',
      check: truth('transaction_deferrable'),
    },
    {
      name: 'default_table_access_method',
      default: 'heap',
      description: 'Sets the default table access method for new tables.',
    },
    {
      name: 'default_transaction_isolation',
      default: 'read committed',
      description: 'Sets the transaction isolation level of each new transaction.',
      check: oneOf('default_transaction_isolation', isolations),
    },
    {
      name: 'default_transaction_deferrable',
      default: 'off',
      description: 'Sets the default deferrable status of new transactions.',
      check: truth('default_transaction_deferrable'),
    },
    {
      name: 'client_min_messages',
      default: 'NOTICE',
      description: 'Sets the message levels that are sent to the client.',
      check: oneOf(
        'client_min_messages',
        ['debug5', 'debug4', 'debug3', 'debug2', 'debug1', 'debug', 'log', 'notice', 'warning', 'error'],
        (word) => word.toUpperCase(),
      ),
    },
    {
      name: 'extra_float_digits',
      default: '1',
      description: 'Sets the number of digits displayed for floating-point values.',
      check: whole('extra_float_digits', -15, 3),
    },
    {
      name: 'bytea_output',
      default: 'hex',
      description: 'Sets the output format for bytea.',
      check: oneOf('bytea_output', ['hex']),
    },
    {
      name: 'search_path',
      default: '"$user", public',
      description: 'Sets the schema search order for names that are not schema-qualified.',
    },
    {
      name: 'statement_timeout',
      default: '0',
      description: 'Sets the maximum allowed duration of any statement.',
      check: duration('statement_timeout'),
    },
    {
      name: 'lock_timeout',
      default: '0',
      description: 'Sets the maximum allowed duration of any wait for a lock.',
      check: duration('lock_timeout'),
    },
    {
      name: 'idle_in_transaction_session_timeout',
      default: '0',
      description: 'Sets the maximum allowed idle time between queries, when in a transaction.',
      check: duration('idle_in_transaction_session_timeout'),
    },
    { name: 'max_allowed_packet', default: '67108864', description: 'Sets the largest packet.' },
    { name: 'max_index_keys', default: '32', description: 'Shows the maximum number of index keys.', isFixed: true },
    {
      name: 'max_identifier_length',
      default: '63',
      description: 'Shows the maximum identifier length.',
      isFixed: true,
    },
    { name: 'lc_collate', default: 'en_US.utf8', description: 'Shows the collation order locale.', isFixed: true },
    {
      name: 'lc_ctype',
      default: 'en_US.utf8',
      description: 'Shows the character classification and case conversion locale.',
      isFixed: true,
    },
    { name: 'jit', default: 'off', description: 'Allow JIT compilation.', check: truth('jit') },
    { name: 'row_security', default: 'on', description: 'Enable row security.', check: truth('row_security') },
    {
      name: 'escape_string_warning',
      default: 'on',
      description: 'Warn about backslash escapes in ordinary string literals.',
      check: truth('escape_string_warning'),
    },
    { name: 'ssl', default: 'off', description: 'Enables SSL connections.', isFixed: true },
    { name: 'role', default: 'none', description: 'Sets the current role.' },
    {
      name: 'cubesql_penalize_post_processing',
      default: 'false',
      description: 'Prefers plans that run on the data source, which statements always do here.',
      check: (value) => String(truth('cubesql_penalize_post_processing')(value) === 'on'),
    },
    { name: 'cube_cache', default: null, description: 'Sets the cache mode of queries.', check: cacheMode },
  ];
  return new Map(settings.map((setting) => [setting.name.toLowerCase(), setting]));
}

/** Texts are read by the rules of the standard alone. */
function onlyOn(name: string): (value: string) => string {
  return (value) => {
    const found = truth(name)(value);
    if (found === 'on') return found;
    throw wrongValue(name, value);
  };
}
