import type { Transaction } from 'kysely';
import type { Tables, Writer } from '@orrery/store';

/**
 * Objects that users own in one feature. The feature registers it with the user service, which transfers ownership when
 * a user is deleted.
 */
export interface Ownership {
  /** Name of the transferred objects in the audit log. */
  readonly name: 'items' | 'notifications';
  /** @returns the number of transferred objects */
  transfer(writer: Writer, from: number, to: number): Promise<number>;
  /**
   * Deletes the objects of these viewers that are not shared, before the viewers are deleted. Absent for objects that
   * viewers do not own.
   */
  deleteUnshared?(transaction: Transaction<Tables>, accountId: number, userIds: readonly number[]): Promise<void>;
}

/** All kinds of objects that users own. */
export class Ownerships {
  readonly #byName = new Map<Ownership['name'], Ownership>();

  register(ownership: Ownership): void {
    this.#byName.set(ownership.name, ownership);
  }

  async deleteUnshared(transaction: Transaction<Tables>, accountId: number, userIds: readonly number[]): Promise<void> {
    for (const ownership of this.#byName.values()) await ownership.deleteUnshared?.(transaction, accountId, userIds);
  }

  async transfer(writer: Writer, from: number, to: number): Promise<Readonly<Record<string, number>>> {
    const transferred: Record<string, number> = {};
    for (const [name, ownership] of this.#byName) transferred[name] = await ownership.transfer(writer, from, to);
    return transferred;
  }
}
