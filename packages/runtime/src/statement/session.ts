import type { Zone } from '@orrery/semantic';
import type { StatementSession } from '@orrery/sql';

/**
 * Makes the session of a statement.
 *
 * @param now epoch milliseconds @param onNow called when the statement reads the clock
 */
export function sessionAt(now: number, zone: Zone, onNow?: () => void): StatementSession {
  return {
    zone,
    user: 'orrery',
    database: 'orrery',
    get now() {
      onNow?.();
      return `${new Date(now).toISOString().slice(0, -1).replace('T', ' ')}000+00`;
    },
  };
}
