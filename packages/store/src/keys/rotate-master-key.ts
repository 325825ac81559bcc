import { sql, type Transaction } from 'kysely';
import { bumpEpoch, type Database, inTransaction, type Tables } from '../database/index.ts';
import type { KeySource } from './key-source.ts';
import { type Keyring, keyRow } from './keyring.ts';
import type { MasterKey } from './master-key.ts';
import { MasterKeyStore } from './master-key-store.ts';
import { seal, unseal } from './seal.ts';
import { sealedColumns } from './sealed-columns.ts';

export interface RotationInput {
  readonly database: Database;
  readonly keyring: Keyring;
  readonly source: KeySource;
  /** Returns the new key after making it durable; called when no other rotation is running. */
  readonly nextKey: () => MasterKey;
  readonly clock: { now(): number };
}

export interface Rotation {
  readonly from: string;
  /** Equal to `from` when the store already uses the new key. */
  readonly to: string;
  readonly resealed: number;
}

/**
 * Seals everything in the store with a new key, in one transaction. If the process is killed before the commit, the old
 * key opens the store; afterwards the new one does, and the next process finds it.
 *
 * @throws WrongMasterKey, SealError, StoreUnavailable
 */
export async function rotateMasterKey(input: RotationInput): Promise<Rotation> {
  const { database, keyring, source, nextKey, clock } = input;
  const store = new MasterKeyStore(database);
  const { rotation, key } = await inTransaction(database, async (transaction) => {
    await bumpAll(transaction, clock.now());
    const row = await store.find(transaction, 'update');
    if (!row) throw new Error('the store does not say by which key it is sealed');
    const from = keyring.find(row.key_id);
    source.settle(from);
    const to = nextKey();
    if (from.id === to.id) return { rotation: { from: from.id, to: to.id, resealed: 0 }, key: to };
    const resealed = await resealAll(transaction, from, to);
    await transaction.updateTable('master_key').set(keyRow(to, clock.now())).where('id', '=', row.id).execute();
    return { rotation: { from: from.id, to: to.id, resealed }, key: to };
  });
  source.settle(key);
  return rotation;
}

/**
 * Invalidates what processes remember of all accounts. It comes first, as in every change, so that concurrent changes
 * lock in one order.
 */
async function bumpAll(transaction: Transaction<Tables>, now: number): Promise<void> {
  const accounts = await transaction.selectFrom('account').select('id').orderBy('id').execute();
  for (const { id } of accounts) await bumpEpoch(transaction, id, now);
}

async function resealAll(transaction: Transaction<Tables>, from: MasterKey, to: MasterKey): Promise<number> {
  let resealed = 0;
  for (const { table, column, placeOf } of sealedColumns) {
    if (table === 'master_key') continue;
    const { rows } = await sql<Readonly<Record<string, unknown>>>`SELECT * FROM ${sql.table(table)}`.execute(
      transaction,
    );
    for (const row of rows) {
      const place = placeOf(row);
      const sealed = seal(unseal(String(row[column]), from, place), to, place);
      await sql`UPDATE ${sql.table(table)} SET ${sql.ref(column)} = ${sealed} WHERE id = ${row['id']}`.execute(
        transaction,
      );
      resealed += 1;
    }
  }
  return resealed;
}
