import { type Selectable, sql } from 'kysely';
import type { AuditLogTable, Database } from '@orrery/store';
import { readSettingsOf } from '../settings/index.ts';

/** Conditions on entries; all that are given must hold. */
export interface AuditFilter {
  /** `[from, to)`, epoch milliseconds. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** Text in any part of an entry, ignoring case. */
  readonly search?: string | undefined;
  readonly event?: string | undefined;
  readonly userEmail?: string | undefined;
}

export interface AuditRecord {
  readonly id: number;
  readonly at: number;
  readonly event: string;
  readonly userEmail: string | undefined;
  readonly deploymentId: number | undefined;
  readonly address: string | undefined;
  /** JSON. */
  readonly attributes: string;
}

export interface AuditReaderDependencies {
  readonly database: Database;
  readonly clock: { now(): number };
}

const readAtATime = 1_000;
const dayMs = 86_400_000;

/** Reads the audit log, newest first. */
export class AuditReader {
  readonly #dependencies: AuditReaderDependencies;

  constructor(dependencies: AuditReaderDependencies) {
    this.#dependencies = dependencies;
  }

  async list(
    accountId: number,
    { from, to, search, event, userEmail }: AuditFilter,
    { beforeId, most }: { readonly beforeId?: number | undefined; readonly most: number },
  ): Promise<readonly AuditRecord[]> {
    const rows = await this.#dependencies.database
      .selectFrom('audit_log')
      .selectAll()
      .where('account_id', '=', accountId)
      .$if(beforeId !== undefined, (query) => query.where('id', '<', beforeId ?? 0))
      .$if(from !== undefined, (query) => query.where('at', '>=', from ?? 0))
      .$if(to !== undefined, (query) => query.where('at', '<', to ?? 0))
      .$if(event !== undefined, (query) => query.where('event', '=', event ?? ''))
      .$if(userEmail !== undefined, (query) =>
        query.where((is) => sql<boolean>`lower(${is.ref('user_email')}) = ${(userEmail ?? '').toLowerCase()}`),
      )
      .$if(search !== undefined, (query) => {
        const pattern = `%${(search ?? '').toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
        return query.where((is) =>
          is.or(
            (['event', 'user_email', 'address', 'attributes'] as const).map(
              (column) => sql<boolean>`lower(${is.ref(column)}) LIKE ${pattern} ESCAPE '\\'`,
            ),
          ),
        );
      })
      .orderBy('id', 'desc')
      .limit(most)
      .execute();
    return rows.map(read);
  }

  /** Reads all entries, a thousand at a time, without those added meanwhile. */
  async *all(accountId: number, filter: AuditFilter): AsyncGenerator<readonly AuditRecord[]> {
    let beforeId: number | undefined;
    for (;;) {
      const some = await this.list(accountId, filter, { beforeId, most: readAtATime });
      if (some.length > 0) yield some;
      const last = some.at(-1);
      if (!last || some.length < readAtATime) return;
      beforeId = last.id;
    }
  }

  /** Deletes entries older than their account's retention. */
  async forget(): Promise<void> {
    const { database, clock } = this.#dependencies;
    for (const { id, settings } of await database.selectFrom('account').select(['id', 'settings']).execute()) {
      const before = clock.now() - readSettingsOf(settings).auditLogDays * dayMs;
      await database.deleteFrom('audit_log').where('account_id', '=', id).where('at', '<', before).execute();
    }
  }
}

function read(row: Selectable<AuditLogTable>): AuditRecord {
  return {
    id: row.id,
    at: row.at,
    event: row.event,
    userEmail: row.user_email ?? undefined,
    deploymentId: row.deployment_id ?? undefined,
    address: row.address ?? undefined,
    attributes: row.attributes,
  };
}
