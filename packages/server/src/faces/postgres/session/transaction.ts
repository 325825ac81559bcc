import type { TransactionModes, WireSettings, WireStatement } from '@orrery/runtime';
import { WireFailure } from '../protocol/wire-failure.ts';
import type { TransactionStatus } from '../protocol/server-messages.ts';
import type { Portals } from './portals.ts';
import type { Portal } from './portal.ts';

/** A warning that a statement was answered with. */
export interface StatementWarning {
  /** Absent: a warning. */
  readonly severity?: 'WARNING' | 'NOTICE';
  readonly code: string;
  readonly message: string;
}

const inTransactionOnly = (statement: string) =>
  new WireFailure('25P01', `${statement} can only be used in transaction blocks`);

/**
 * The transaction of a connection. All statements read, so it decides over settings, cursors and the letter of
 * ReadyForQuery.
 *
 * - *idle*. A text of several statements is a transaction of its own, which is called implicit.
 * - *open*, after BEGIN.
 * - *failed*, after an error in an open one: only its end is answered.
 */
export class WireTransaction {
  readonly #settings: WireSettings;
  readonly #portals: Portals;
  #status: TransactionStatus = 'I';
  #isImplicit = false;
  #savepoints: readonly string[] = [];
  /** Epoch milliseconds; undefined outside of a transaction. */
  beganAt: number | undefined;

  constructor(settings: WireSettings, portals: Portals) {
    this.#settings = settings;
    this.#portals = portals;
  }

  get status(): TransactionStatus {
    return this.#status;
  }

  get depth(): number {
    return this.#savepoints.length;
  }

  /** Whether cursors without HOLD have a transaction to live in. */
  get holdsCursors(): boolean {
    return this.#status !== 'I' || this.#isImplicit;
  }

  /** @throws WireFailure in a failed transaction, for all but its end */
  requireSound(statement: WireStatement | undefined): void {
    if (this.#status !== 'E' || statement === undefined) return;
    if (['commit', 'rollback', 'rollback-to'].includes(statement.kind)) return;
    throw new WireFailure('25P02', 'current transaction is aborted, commands ignored until end of transaction block');
  }

  beginImplicit(): void {
    if (this.#status !== 'I') return;
    this.#isImplicit = true;
    this.#settings.begin();
  }

  /** @param isSound whether all statements of the text were answered */
  endImplicit(isSound: boolean): void {
    if (this.#isImplicit && this.#status === 'I') {
      if (isSound) this.#settings.commit();
      else this.#settings.rollback();
    }
    this.#isImplicit = false;
  }

  begin(modes: TransactionModes): StatementWarning | undefined {
    if (this.#status !== 'I') return { code: '25001', message: 'there is already a transaction in progress' };
    this.#status = 'T';
    this.beganAt = Date.now();
    this.#settings.begin();
    const { isolation, isReadOnly, isDeferrable } = modes;
    const usual = (name: string) => this.#settings.get(`default_transaction_${name}`) ?? undefined;
    this.#setLocal('isolation', isolation ?? usual('isolation'));
    this.#setLocal('read_only', truthOf(isReadOnly) ?? usual('read_only'));
    this.#setLocal('deferrable', truthOf(isDeferrable) ?? usual('deferrable'));
    return undefined;
  }

  /** @returns the tag: the commit of a failed transaction rolls it back */
  end(how: 'commit' | 'rollback', running: Portal): { readonly tag: string; readonly warning?: StatementWarning } {
    const isSound = how === 'commit' && this.#status !== 'E';
    const wasOpen = this.#status !== 'I';
    if (isSound) this.#settings.commit();
    else this.#settings.rollback();
    const isLost = (portal: Portal) => !isSound && this.#isOfThis(portal);
    this.#portals.removeWhere((portal) => portal.input.cursor?.isHeld !== true || isLost(portal), running);
    this.#status = 'I';
    this.#savepoints = [];
    this.beganAt = undefined;
    const tag = isSound ? 'COMMIT' : 'ROLLBACK';
    if (wasOpen) return { tag };
    return { tag, warning: { code: '25P01', message: 'there is no transaction in progress' } };
  }

  fail(): void {
    if (this.#status === 'T') this.#status = 'E';
  }

  /** @throws WireFailure, StatementInvalid for a savepoint that is not there */
  changeSavepoint(
    statement: Extract<WireStatement, { kind: 'savepoint' | 'release' | 'rollback-to' }>,
    running: Portal,
  ) {
    const { kind, name } = statement;
    const word = { savepoint: 'SAVEPOINT', release: 'RELEASE SAVEPOINT', 'rollback-to': 'ROLLBACK TO SAVEPOINT' }[kind];
    if (this.#status === 'I') throw inTransactionOnly(word);
    if (kind === 'savepoint') {
      this.#settings.savepoint(name);
      this.#savepoints = [...this.#savepoints, name];
      return;
    }
    const at = this.#savepoints.lastIndexOf(name);
    if (kind === 'release') {
      this.#settings.release(name);
      this.#savepoints = this.#savepoints.slice(0, Math.max(0, at));
      return;
    }
    this.#settings.rollbackTo(name);
    this.#savepoints = this.#savepoints.slice(0, at + 1);
    this.#portals.removeWhere((portal) => portal.input.depth > at && this.#isOfThis(portal), running);
    this.#status = 'T';
  }

  /** Whether a portal was made in this transaction: cursors with HOLD may be older. */
  #isOfThis({ input }: Portal): boolean {
    return this.beganAt !== undefined && input.createdAt >= this.beganAt;
  }

  /** Sets the modes of this transaction, or those that each one begins with. */
  setModes({ isolation, isReadOnly, isDeferrable }: TransactionModes, of: 'transaction' | 'session'): void {
    const set = (name: string, value: string | undefined) => {
      if (of === 'transaction') return this.#setLocal(name, value);
      if (value === undefined) return;
      this.#settings.set(`default_transaction_${name}`, [value]);
      // Between transactions, the modes of the next one are shown.
      if (this.#status === 'I') this.#settings.set(`transaction_${name}`, [value]);
    };
    set('isolation', isolation);
    set('read_only', truthOf(isReadOnly));
    set('deferrable', truthOf(isDeferrable));
  }

  #setLocal(name: string, value: string | undefined): void {
    if (value !== undefined) this.#settings.set(`transaction_${name}`, [value], { isLocal: true });
  }
}

function truthOf(value: boolean | undefined): 'on' | 'off' | undefined {
  if (value === undefined) return undefined;
  return value ? 'on' : 'off';
}
