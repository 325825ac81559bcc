import { quotedZone } from '../duckdb/cast.ts';
import { quoted } from '../duckdb/template.ts';
import type { DuckDbRendering } from '../entry.ts';
import { family, type Row } from '../family.ts';

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

/** Constants of the session. The instant is that of the statement for all functions of time. */
const rows: readonly Row[] = [
  ['now current_timestamp transaction_timestamp statement_timestamp', ' -> timestamptz', now],
  ['clock_timestamp', ' -> timestamptz', now, { volatility: 'volatile' }],
  ['localtimestamp', ' -> timestamp', local('TIMESTAMP')],
  ['current_date', ' -> date', local('DATE')],
  ['localtime', ' -> time', local('TIME')],
  [
    'current_user session_user user',
    ' -> name',
    (_args, type, { user }) => ({ text: quoted(user), type, constant: user }),
  ],
  [
    'current_database current_catalog',
    ' -> name',
    (_args, type, { database }) => ({ text: quoted(database), type, constant: database }),
  ],
  ['current_schema', ' -> name', constant('public')],
  ['version', ' -> text', constant('PostgreSQL 14.2 on x86_64-cubesql')],
  ['pg_is_in_recovery', ' -> bool', 'false', { volatility: 'volatile' }],
  ['pg_client_encoding', ' -> name', constant('UTF8')],
  ['pg_backend_pid', ' -> int4', '0'],
];

export const systemFunctions = family(rows, { volatility: 'stable' });
