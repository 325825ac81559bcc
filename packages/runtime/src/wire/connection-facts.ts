import type { PlacedConnection } from '../statement/index.ts';
import { temporaryOf } from './temporary-tables.ts';
import type { ConnectionSession } from './wire.ts';

/** A call of `set_config`. */
interface SettingChange {
  readonly name: string;
  readonly value: string;
  readonly isLocal: boolean;
}

/** A connection, and the changes of its settings that a statement makes. */
export interface RunConnection {
  readonly facts: PlacedConnection;
  readonly changes: readonly SettingChange[];
}

/** Facts of a connection for one statement, which collect the changes that the statement makes. */
export function connectionFacts(session: ConnectionSession): RunConnection {
  const { settings, user, database, processId, clientAddress } = session;
  const changes = new Map<string, SettingChange>();
  const facts: PlacedConnection = {
    user: settings.role ?? user,
    sessionUser: user,
    database,
    processId,
    clientAddress: clientAddress ?? null,
    setting: (name) => settings.get(name),
    catalog: {
      settings: () => settings.all(),
      sessions: () => session.sessions(),
      prepared: () => session.prepared(),
      cursors: () => session.cursors(),
      temporary: () => temporaryOf(session).shown(),
    },
    change: (name, value, isLocal) => {
      const shown = settings.checked(name, value);
      changes.set(name.toLowerCase(), { name, value, isLocal });
      return shown;
    },
  };
  return {
    facts,
    get changes() {
      return [...changes.values()];
    },
  };
}
