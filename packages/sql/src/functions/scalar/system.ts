import { quotedZone } from '../duckdb/cast.ts';
import { cannot, type Rendered } from '../duckdb/rendered.ts';
import { quoted } from '../duckdb/template.ts';
import { arrayOf, elementNames, oidOf, typeNamed, typeText } from '../../types/index.ts';
import type { DuckDbRendering } from '../entry.ts';
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

const setting: DuckDbRendering = ([name, mayBeMissing], type, { zone }) => {
  if (name?.constant === undefined) return cannot('the name of a setting must be a constant');
  const none: Rendered = { text: 'CAST(NULL AS VARCHAR)', type, constant: null };
  if (name.constant === null) return none;
  const folded = name.constant.toLowerCase();
  const value = folded === 'timezone' ? zone : Object.hasOwn(settings, folded) ? settings[folded] : undefined;
  if (value !== undefined) return { text: quoted(value), type, constant: value };
  return mayBeMissing?.constant === 'true' ? none : cannot(`unrecognized configuration parameter "${name.constant}"`);
};

const typeOf: DuckDbRendering = ([value], type) => {
  const name = value ? typeText(value.type.name) : 'unknown';
  return { text: quoted(name), type, constant: name };
};

const named = new Map(
  elementNames
    .flatMap((name) => [name, ...(oidOf(arrayOf(name)) === 0 ? [] : [arrayOf(name)])])
    .map((name) => [oidOf(name), typeText(name)]),
);

/** The text that a modifier adds to the name of a type, by its number; the modifier is `$2`. */
const modifiers: Readonly<Record<number, readonly [before: string, after: string, shown: string]>> = {
  1042: ['character(', ')', '$2 - 4'],
  1043: ['character varying(', ')', '$2 - 4'],
  1083: ['time(', ') without time zone', '$2'],
  1114: ['timestamp(', ') without time zone', '$2'],
  1184: ['timestamp(', ') with time zone', '$2'],
  1700: ['numeric(', ')', "(($2 - 4) >> 16) || ',' || (($2 - 4) & 65535)"],
};

const typeName = `CASE ${[
  ...Object.entries(modifiers).map(
    ([oid, [before, after, shown]]) =>
      `WHEN $1 = ${oid} AND $2 >= 0 THEN ${quoted(before)} || (${shown}) || ${quoted(after)}`,
  ),
  ...[...named].map(([oid, name]) => `WHEN $1 = ${oid} THEN ${quoted(name)}`),
].join(' ')} WHEN $1 IS NULL THEN NULL ELSE '???' END`;

const typeOfName: DuckDbRendering = ([name], type) => {
  if (name?.constant === undefined) return cannot('the name of a type must be a constant');
  // `_int4` is the name of `int4[]` in pg_type.
  const [, mark, element = '', brackets] = /^(?:pg_catalog\.)?(_)?(.*?)(\[\])?$/i.exec(name.constant ?? '') ?? [];
  const found = typeNamed({ name: element, isArray: (mark ?? brackets) !== undefined });
  const constant = 'refusal' in found ? null : typeText(found.name);
  return { text: constant === null ? 'CAST(NULL AS VARCHAR)' : quoted(constant), type, constant };
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
    'current_user session_user user current_role system_user',
    ' -> name',
    (_args, type, { user }) => ({ text: quoted(user), type, constant: user }),
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
  ['pg_encoding_to_char', 'int4 -> name', "CASE WHEN $1 = 6 THEN 'UTF8' ELSE '' END"],
  ['pg_backend_pid', ' -> int4', '1'],
  ['connection_id', ' -> int8', 'CAST(1 AS BIGINT)', { origin: 'mysql' }],
  ['txid_current', ' -> int8', 'CAST(1 AS BIGINT)'],
  ['pg_my_temp_schema', ' -> int4', '0'],
  ['pg_is_other_temp_schema', 'int4 -> bool', 'false'],
  ['inet_server_addr inet_client_addr', ' -> text', 'CAST(NULL AS VARCHAR)'],
  ['inet_server_port inet_client_port', ' -> int4', 'CAST(NULL AS INTEGER)', { isStrict: false }],
  [
    'has_schema_privilege has_table_privilege has_any_column_privilege has_database_privilege',
    ['text, text -> bool', 'name, text, text -> bool'],
    'true',
  ],
  ['pg_typeof', 'any -> text', typeOf, { isStrict: false }],
  ['format_type', 'int8, int4 -> text', typeName, { isStrict: false }],
  ['to_regtype', 'text -> text', typeOfName],
  [
    'pg_get_userbyid',
    'int8 -> name',
    ([id], type, { user }) => ({
      text: `CASE WHEN ${id?.text} = 10 THEN ${quoted(user)} ELSE 'unknown (OID=' || ${id?.text} || ')' END`,
      type,
    }),
  ],
  ['pg_type_is_visible', 'int8 -> bool', `CASE WHEN $1 IN (${[...named.keys()].join(', ')}) THEN true END`],
  // Cubes and views stand in the schema that names are looked up in, and have neither comments, indexes nor constraints
  // of a database.
  ['pg_table_is_visible', 'int8 -> bool', 'CASE WHEN $1 IS NOT NULL THEN true END'],
  ['obj_description', ['int8 -> text', 'int8, name -> text'], 'CAST(NULL AS VARCHAR)'],
  ['shobj_description', 'int8, name -> text', 'CAST(NULL AS VARCHAR)'],
  ['col_description', 'int8, int4 -> text', 'CAST(NULL AS VARCHAR)'],
  ['pg_get_constraintdef', ['int8 -> text', 'int8, bool -> text'], 'CAST(NULL AS VARCHAR)'],
  ['pg_get_indexdef', ['int8 -> text', 'int8, int4, bool -> text'], 'CAST(NULL AS VARCHAR)'],
  ['pg_get_expr', ['text, int8 -> text', 'text, int8, bool -> text'], '$1'],
  ['pg_get_serial_sequence', 'text, text -> text', 'CAST(NULL AS VARCHAR)'],
  ['pg_relation_size pg_total_relation_size', 'int8 -> int8', 'CAST(NULL AS BIGINT)'],
  ['gen_random_uuid', ' -> uuid', 'uuid()', { volatility: 'volatile' }],
];

export const systemFunctions = family(rows, { volatility: 'stable' });
