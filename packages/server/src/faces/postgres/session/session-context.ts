import type { ConnectionSql, WireCaller, WireSettings } from '@orrery/runtime';
import type { WireOutbox } from '../protocol/outbox.ts';
import type { HeldPlaces } from '../rows/held-place.ts';
import type { KeptBytes } from './kept-bytes.ts';
import type { Portals } from './portals.ts';
import type { PreparedStatements } from './prepared-statements.ts';
import type { StatementWarning, WireTransaction } from './transaction.ts';

/** The parts of a session that statements work with. */
export interface SessionContext {
  readonly wire: ConnectionSql;
  readonly outbox: WireOutbox;
  readonly settings: WireSettings;
  readonly prepared: PreparedStatements;
  readonly portals: Portals;
  readonly transaction: WireTransaction;
  readonly kept: KeptBytes;
  readonly places: HeldPlaces;
  readonly user: string;
  /** The caller of a statement, by the rights of this moment. @throws when there are none any more */
  caller(): Promise<WireCaller>;
  /** The caller of rows that were asked for with this role; likewise. */
  callerAs(role: string | undefined): Promise<WireCaller>;
  /** Checks that the user may act as another one. @throws StatementInvalid */
  requireSwitch(name: string): Promise<void>;
  warn(warning: StatementWarning): void;
}
