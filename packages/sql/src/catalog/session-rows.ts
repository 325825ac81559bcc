import { type StatementSession, settingsOf } from '../functions/index.ts';
import { roleOids } from './fixed-rows.ts';
import { type CatalogRows, type CatalogValue, noRows, rowsFrom } from './rows.ts';

const databaseOid = 13_757;

export function databaseRows({ database }: StatementSession): CatalogRows {
  return rowsFrom([
    {
      oid: databaseOid,
      datname: database,
      datdba: roleOids.caller,
      encoding: 6,
      datcollate: 'en_US.utf8',
      datctype: 'en_US.utf8',
      datistemplate: false,
      datallowconn: true,
      datconnlimit: -1,
      datlastsysoid: databaseOid,
      datfrozenxid: 0,
      datminmxid: 0,
      dattablespace: 1663,
    },
  ]);
}

/** The roles that own something: that of the server, the owner of the schema, and the caller. */
export function rolesOf({ user }: StatementSession): readonly (readonly [oid: number, name: string])[] {
  const { postgres, pg_database_owner, caller } = roleOids;
  const fixed = [
    [postgres, 'postgres'],
    [pg_database_owner, 'pg_database_owner'],
  ] as const;
  return [...fixed.filter(([, name]) => name !== user), [caller, user]];
}

export function roleRows(session: StatementSession): CatalogRows {
  const roles = rolesOf(session);
  const isCaller = roles.map(([oid]) => oid === roleOids.caller);
  return {
    count: roles.length,
    columns: {
      oid: roles.map(([oid]) => oid),
      rolname: roles.map(([, name]) => name),
      rolsuper: roles.map(([oid]) => oid === roleOids.postgres),
      rolinherit: { all: true },
      rolcreaterole: { all: false },
      rolcreatedb: { all: false },
      rolcanlogin: isCaller,
      rolreplication: { all: false },
      rolconnlimit: { all: -1 },
      rolpassword: { all: '********' },
      rolbypassrls: { all: false },
    },
  };
}

export function userRows(session: StatementSession): CatalogRows {
  return rowsFrom([{ usename: session.user, usesysid: roleOids.caller, passwd: '********' }], {
    usecreatedb: false,
    usesuper: false,
    userepl: false,
    usebypassrls: false,
  });
}

/** The settings of the session; none of the process. */
export function settingRows(session: StatementSession): CatalogRows {
  const { connection } = session;
  const shown = connection
    ? connection.catalog.settings()
    : settingsOf(session).map(([name, setting]) => ({
        name,
        setting,
        description: '',
        resetValue: setting,
        isFixed: true,
        source: 'default',
      }));
  const sorted = [...shown].sort((one, other) => (one.name.toLowerCase() < other.name.toLowerCase() ? -1 : 1));
  return rowsFrom(
    sorted.map(({ name, setting, description, resetValue, isFixed, source }) => ({
      name,
      setting,
      short_desc: description,
      context: isFixed ? 'internal' : 'user',
      vartype: typeOfSetting(setting),
      source,
      boot_val: resetValue,
      reset_val: resetValue,
    })),
    { category: 'Client Connection Defaults', pending_restart: false },
  );
}

function typeOfSetting(value: string | null): string {
  if (value === 'on' || value === 'off') return 'bool';
  return value !== null && /^\d+$/.test(value) ? 'integer' : 'string';
}

const moment = (epoch: number | null): CatalogValue =>
  epoch === null ? null : `${new Date(epoch).toISOString().replace('T', ' ').slice(0, -1)}000+00`;

/** The open connections of the caller. */
export function activityRows({ connection }: StatementSession): CatalogRows {
  if (!connection) return noRows;
  return rowsFrom(
    connection.catalog.sessions().map((one) => ({
      datname: one.database,
      pid: one.processId,
      usename: one.user,
      application_name: one.applicationName,
      client_addr: one.clientAddress,
      client_port: one.clientPort,
      backend_start: moment(one.startedAt),
      xact_start: moment(one.transactionAt),
      query_start: moment(one.queryAt),
      state_change: moment(one.changedAt),
      state: one.state,
      query: one.query,
    })),
    { datid: databaseOid, usesysid: roleOids.caller, backend_type: 'client backend' },
  );
}

export function preparedRows({ connection }: StatementSession): CatalogRows {
  if (!connection) return noRows;
  return rowsFrom(
    connection.catalog.prepared().map((one) => ({
      name: one.name,
      statement: one.text,
      prepare_time: moment(one.preparedAt),
      parameter_types: one.parameters,
      from_sql: one.isFromSql,
    })),
    { generic_plans: 0, custom_plans: 0 },
  );
}

export function cursorRows({ connection }: StatementSession): CatalogRows {
  if (!connection) return noRows;
  return rowsFrom(
    connection.catalog.cursors().map((one) => ({
      name: one.name,
      statement: one.text,
      is_holdable: one.isHeld,
      is_binary: one.isBinary,
      is_scrollable: one.isScroll,
      creation_time: moment(one.createdAt),
    })),
  );
}

/** Clocks change at quarters of hours only. */
const quarterMs = 900_000;
/** The rows that were made last: they take a third of a second. */
let lastZones: { readonly quarter: number; readonly rows: CatalogRows } | undefined;

/** The zones that statements may name, with what is added to UTC at the moment of the statement. */
export function zoneRows(session: StatementSession): CatalogRows {
  const at = new Date(`${session.now.slice(0, 19).replace(' ', 'T')}Z`);
  const quarter = Math.floor(at.getTime() / quarterMs);
  if (lastZones?.quarter !== quarter) lastZones = { quarter, rows: zonesAt(at) };
  return lastZones.rows;
}

function zonesAt(at: Date): CatalogRows {
  const year = at.getUTCFullYear();
  const names = ['UTC', ...Intl.supportedValuesOf('timeZone')];
  const offsets = names.map((name) =>
    [at, new Date(Date.UTC(year, 0, 1)), new Date(Date.UTC(year, 6, 1))].map((when) => minutesAt(name, when)),
  );
  return {
    count: names.length,
    columns: {
      name: names,
      abbrev: names.map((name) => part(name, at, 'short').replace(/^GMT(?=.)/, '')),
      utc_offset: offsets.map(([now = 0]) => `${now < 0 ? '-' : ''}${clock(Math.abs(now))}`),
      is_dst: offsets.map(([now = 0, winter = 0, summer = 0]) => winter !== summer && now === Math.max(winter, summer)),
    },
  };
}

function part(zone: string, at: Date, form: 'short' | 'longOffset'): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: form }).formatToParts(at);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

function minutesAt(zone: string, at: Date): number {
  const [, sign, hours = '0', minutes = '0'] = /^GMT([+-])(\d+):(\d+)/.exec(part(zone, at, 'longOffset')) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

function clock(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}:00`;
}
