import { readSettingsOf } from '../settings/index.ts';
import type { Writer } from '@orrery/store';
import { type AuditActor, sanitise } from '@orrery/kernel';
import type { AuditEvent } from './audit-event.ts';

/** Longer texts in an entry are cut: an entry describes an event and does not store its data. */
const longestText = 1_000;

export interface AuditEntry {
  readonly event: AuditEvent;
  readonly deploymentId?: number | undefined;
  readonly attributes?: Readonly<Record<string, unknown>>;
}

/** Records events, in the transaction in which they happen. */
export class AuditLog {
  readonly #clock: { now(): number };

  constructor(clock: { now(): number }) {
    this.#clock = clock;
  }

  async record(writer: Writer, accountId: number, by: AuditActor, entry: AuditEntry): Promise<void> {
    if (!(await isKept(writer, accountId))) return;
    const { event, deploymentId } = entry;
    // Under a name of its own, since entries about applications name a client and a grant themselves.
    const attributes = { ...entry.attributes, ...(by.application && { by: by.application }) };
    await writer
      .insertInto('audit_log')
      .values({
        account_id: accountId,
        at: this.#clock.now(),
        event,
        user_id: by.userId ?? null,
        user_email: by.email ?? null,
        deployment_id: deploymentId ?? null,
        address: by.address ?? null,
        attributes: JSON.stringify(sanitise(attributes), shorten),
      })
      .execute();
  }
}

/** Whether the account keeps an audit log. */
async function isKept(writer: Writer, accountId: number): Promise<boolean> {
  const row = await writer.selectFrom('account').select('settings').where('id', '=', accountId).executeTakeFirst();
  return readSettingsOf(row?.settings ?? null).flags.auditLog;
}

function shorten(_: string, value: unknown): unknown {
  return typeof value === 'string' && value.length > longestText ? `${value.slice(0, longestText)}...` : value;
}
