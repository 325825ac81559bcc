import type { Zone } from '@orrery/semantic';
import type { StatementSession } from '@orrery/sql';

/** Facts of the connection that a statement comes from. */
export interface PlacedConnection extends NonNullable<StatementSession['connection']> {
  readonly user: string;
  readonly database: string;
}

/** Receives what a statement reads of its session. */
export interface SessionReads {
  /** The clock. */
  onNow?(): void;
  /** A fact of the session, other than its zone. */
  onRead?(name: string, value: string | number | null | undefined): void;
}

/**
 * Makes the session of a statement.
 *
 * @param now epoch milliseconds @param connection absent over HTTP
 */
export function sessionAt(
  now: number,
  zone: Zone,
  { onNow, onRead }: SessionReads = {},
  connection?: PlacedConnection,
): StatementSession {
  const read = <Value extends string | number | null | undefined>(name: string, value: Value): Value => {
    onRead?.(name, value);
    return value;
  };
  const listed = <Value>(name: string, values: Value): Value => {
    onRead?.(`catalog ${name}`, JSON.stringify(values));
    return values;
  };
  const { user = 'orrery', database = 'orrery' } = connection ?? {};
  return {
    zone,
    get user() {
      return read('user', user);
    },
    get database() {
      return read('database', database);
    },
    get now() {
      onNow?.();
      return `${new Date(now).toISOString().slice(0, -1).replace('T', ' ')}000+00`;
    },
    connection: connection && {
      get processId() {
        return read('processId', connection.processId);
      },
      get sessionUser() {
        return read('sessionUser', connection.sessionUser);
      },
      get clientAddress() {
        return read('clientAddress', connection.clientAddress);
      },
      setting: (name) => read(`setting ${name}`, connection.setting(name)),
      // Facts of a connection enter the identity of the answer, which is kept for this connection alone.
      catalog: {
        settings: () => listed('settings', connection.catalog.settings()),
        sessions: () => listed('sessions', connection.catalog.sessions()),
        prepared: () => listed('prepared', connection.catalog.prepared()),
        cursors: () => listed('cursors', connection.catalog.cursors()),
        temporary: () => listed('temporary', connection.catalog.temporary()),
      },
      change: (name, value, isLocal) => {
        onRead?.(`change ${name} ${isLocal}`, value);
        return connection.change(name, value, isLocal);
      },
    },
  };
}
