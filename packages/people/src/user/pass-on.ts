import type { Writer } from '@orrery/store';

/**
 * Gives what somebody made to somebody else, who answers for it from then on: their folders, workbooks and reports, and
 * the notifications that run for them. Here, so that no way of deleting a user leaves it to nobody.
 *
 * @returns how many items and notifications that was
 */
export async function passOn(
  writer: Writer,
  from: number,
  to: number,
): Promise<{ readonly items: number; readonly notifications: number }> {
  const items = await writer
    .updateTable('content_item')
    .set({ owner_id: to })
    .where('owner_id', '=', from)
    .executeTakeFirstOrThrow();
  await writer.updateTable('dashboard').set({ created_by: to }).where('created_by', '=', from).execute();
  const notifications = await writer
    .updateTable('notification')
    .set({ owner_id: to })
    .where('owner_id', '=', from)
    .executeTakeFirstOrThrow();
  return { items: Number(items.numUpdatedRows), notifications: Number(notifications.numUpdatedRows) };
}
