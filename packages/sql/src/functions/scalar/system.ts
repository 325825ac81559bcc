import { shownLiteral } from '@orrery/kernel';
import { quotedZone } from '../duckdb/cast.ts';
import { cannot, type Rendered } from '../duckdb/rendered.ts';
import { quoted } from '../duckdb/template.ts';
import { typeText } from '../../types/index.ts';
import type { DuckDbRendering, StatementSession } from '../entry.ts';
import { family, type FunctionRow } from '../family.ts';

const now: DuckDbRendering = (_args, type, session) => ({ text: `CAST(${quoted(session.now)} AS TIMESTAMPTZ)`, type });

function local(duckdbType: string): DuckDbRendering {
  return (_args, type, session) => ({
    text: `CAST(timezone(${quotedZone(session)}, CAST(${quoted(session.now)} AS TIMESTAMPTZ)) AS ${duckdbType})`,
    type,
  });
}

const constant =
  (value: string): DuckDbRendering =>
  (_args, type) => ({ text: quoted(value), type, constant: value });

/** Settings of a session that statements may read, with their defaults. */
const settings: Readonly<Record<string, string>> = {
  application_name: '',
  bytea_output: 'hex',
  client_encoding: 'UTF8',
  client_min_messages: 'notice',
  datestyle: 'ISO, MDY',
  default_transaction_isolation: 'read committed',
  extra_float_digits: '1',
  integer_datetimes: 'on',
  intervalstyle: 'postgres',
  is_superuser: 'off',
  lc_collate: 'en_US.utf8',
  lc_ctype: 'en_US.utf8',
  max_identifier_length: '63',
  max_index_keys: '32',
  role: 'none',
  search_path: '"$user", public',
  server_encoding: 'UTF8',
  server_version: '14.2 (Cube SQL)',
  server_version_num: '140002',
  standard_conforming_strings: 'on',
  statement_timeout: '0',
  transaction_isolation: 'read committed',
  transaction_read_only: 'on',
};

/** The settings of a session that has no connection, with their values. */
export function settingsOf({ zone }: StatementSession): readonly (readonly [name: string, value: string])[] {
  return [...Object.entries(settings), ['TimeZone', zone]];
}

const setting: DuckDbRendering = ([name, mayBeMissing], type, { zone, connection }) => {
  if (name?.constant === undefined) return cannot('the name of a setting must be a constant');
  const none: Rendered = { text: 'CAST(NULL AS VARCHAR)', type, constant: null };
  if (name.constant === null) return none;
  const folded = name.constant.toLowerCase();
  const own = connection?.setting(folded);
  if (own !== undefined) return { text: quoted(own ?? ''), type, constant: own ?? '' };
  const value = connection
    ? undefined
    : folded === 'timezone'
      ? zone
      : Object.hasOwn(settings, folded)
        ? settings[folded]
        : undefined;
  if (value !== undefined) return { text: quoted(value), type, constant: value };
  return mayBeMissing?.constant === 'true'
    ? none
    : cannot(`unrecognized configuration parameter "${shownLiteral(name.constant)}"`);
};

/** A change of a setting, by a statement of a connection. */
const configuration: DuckDbRendering = ([name, value, isLocal], type, { connection }) => {
  if (!connection) return cannot('it changes a session, and there is none here');
  if (typeof name?.constant !== 'string' || value?.constant === undefined || isLocal?.constant === undefined) {
    return cannot('its arguments must be constants');
  }
  const shown = connection.change(name.constant, value.constant ?? '', isLocal.constant === 'true');
  return { text: quoted(shown), type, constant: shown };
};

const typeOf: DuckDbRendering = ([value], type) => {
  const name = value ? typeText(value.type.name) : 'unknown';
  return { text: quoted(name), type, constant: name };
};

/** Constants of the session. The instant is that of the statement for all functions of time. */
const rows: readonly FunctionRow[] = [
  ['now current_timestamp transaction_timestamp statement_timestamp', ' -> timestamptz', now],
  ['clock_timestamp', ' -> timestamptz', now, { volatility: 'volatile' }],
  ['pg_postmaster_start_time pg_conf_load_time', ' -> timestamptz', now],
  ['localtimestamp', ' -> timestamp', local('TIMESTAMP')],
  ['current_date', ' -> date', local('DATE')],
  ['localtime', ' -> time', local('TIME')],
  ['getdate sysdate', ' -> timestamp', local('TIMESTAMP'), { origin: 'redshift' }],
  ['curdate', ' -> date', local('DATE'), { origin: 'mysql' }],
  ['curtime', ' -> time', local('TIME'), { origin: 'mysql' }],
  [
    'utc_timestamp',
    ' -> timestamp',
    (_args, type, session) => ({ text: `timezone('UTC', CAST(${quoted(session.now)} AS TIMESTAMPTZ))`, type }),
    { origin: 'mysql' },
  ],
  [
    'unix_timestamp',
    ' -> int8',
    (_args, type, session) => ({ text: `(epoch_us(CAST(${quoted(session.now)} AS TIMESTAMPTZ)) // 1000000)`, type }),
    { origin: 'mysql' },
  ],
  [
    'current_user user current_role',
    ' -> name',
    (_args, type, { user }) => ({ text: quoted(user), type, constant: user }),
  ],
  [
    'session_user system_user',
    ' -> name',
    (_args, type, { user, connection: { sessionUser } = { sessionUser: user } }) => ({
      text: quoted(sessionUser),
      type,
      constant: sessionUser,
    }),
  ],
  [
    'current_database current_catalog',
    ' -> name',
    (_args, type, { database }) => ({ text: quoted(database), type, constant: database }),
  ],
  ['current_schema', ' -> name', constant('public')],
  ['current_schemas', 'bool -> name[]', "CASE WHEN $1 THEN ['pg_catalog', 'public'] ELSE ['public'] END"],
  ['current_setting', ['text -> text', 'text, bool -> text'], setting],
  ['version', ' -> text', constant('PostgreSQL 14.2 on x86_64-cubesql')],
  ['pg_is_in_recovery', ' -> bool', 'false', { volatility: 'volatile' }],
  ['pg_client_encoding', ' -> name', constant('UTF8')],
  ['set_config', 'text, text, bool -> text', configuration, { isStrict: false, volatility: 'volatile' }],
  ['pg_advisory_unlock_all', ' -> void', "''", { volatility: 'volatile' }],
  ['pg_backend_pid', ' -> int4', (_args, type, { connection }) => ({ text: String(connection?.processId ?? 1), type })],
  ['connection_id', ' -> int8', 'CAST(1 AS BIGINT)', { origin: 'mysql' }],
  ['txid_current', ' -> int8', 'CAST(1 AS BIGINT)'],
  ['inet_server_addr inet_client_addr', ' -> inet', 'CAST(NULL AS VARCHAR)'],
  ['inet_server_port inet_client_port', ' -> int4', 'CAST(NULL AS INTEGER)', { isStrict: false }],
  ['pg_typeof', 'any -> text', typeOf, { isStrict: false }],
  ['gen_random_uuid', ' -> uuid', 'uuid()', { volatility: 'volatile' }],
];

export const systemFunctions = family(rows, { volatility: 'stable' });
