import { DatabaseSync } from 'node:sqlite';
import type { Acknowledgement } from './crash-writer.ts';

/** Everything the store has acknowledged to writers that were killed afterwards. */
export class Acknowledged {
  readonly #keys = new Map<number, { readonly text: string; state: 'valid' | 'in doubt' | 'revoked' }>();
  readonly #users = new Set<string>();
  readonly #writers = new Set<string>();
  readonly faults: string[] = [];
  count = 0;

  take(acknowledgement: Acknowledgement): void {
    if (acknowledgement.kind === 'fault') {
      this.faults.push(`a writer failed: ${acknowledgement.message}`);
      return;
    }
    if (acknowledgement.kind !== 'revoking') this.count += 1;
    switch (acknowledgement.kind) {
      case 'key':
        this.#keys.set(acknowledgement.id, { text: acknowledgement.text, state: 'valid' });
        this.#writers.add(acknowledgement.name.replace(/-\d+$/, ''));
        break;
      case 'revoking':
      case 'revoked': {
        const key = this.#keys.get(acknowledgement.id);
        if (key) key.state = acknowledgement.kind === 'revoked' ? 'revoked' : 'in doubt';
        break;
      }
      case 'user':
        this.#users.add(acknowledgement.username);
    }
  }

  /** Whether each of these writers has written something. */
  hasHeardOf(...writers: readonly string[]): boolean {
    return writers.every((writer) => this.#writers.has(writer));
  }

  /** The newest valid key and the newest revoked one, to try on the server. */
  newest(): { readonly good: string | undefined; readonly revoked: string | undefined } {
    const keys = [...this.#keys.values()];
    return {
      good: keys.findLast(({ state }) => state === 'valid')?.text,
      revoked: keys.findLast(({ state }) => state === 'revoked')?.text,
    };
  }

  /**
   * Finds acknowledged writes that are missing in the store, and faults that the store's own integrity check reports.
   *
   * @param file read with the SQLite of Node, not with the store's driver
   */
  missingIn(file: string): readonly string[] {
    const database = new DatabaseSync(file, { readOnly: true });
    try {
      const read = (statement: string) => database.prepare(statement).all();
      const keys = new Map(read('SELECT id, revoked_at FROM api_key').map((row) => [row['id'], row['revoked_at']]));
      const users = new Set(read('SELECT username FROM account_user').map((row) => row['username']));
      const faults = read('PRAGMA integrity_check').map((row) => String(row['integrity_check']));
      return [
        ...faults.filter((fault) => fault !== 'ok'),
        ...[...this.#keys].flatMap(([id, { state }]) => {
          const revokedAt = keys.get(id);
          if (revokedAt === undefined) return [`key ${id} is lost`];
          return state === 'revoked' && revokedAt === null ? [`key ${id} is no longer revoked`] : [];
        }),
        ...[...this.#users].filter((username) => !users.has(username)).map((username) => `user ${username} is lost`),
      ];
    } finally {
      database.close();
    }
  }
}
