import type { Ownership } from '@orrery/people';
import { deleteUnshared } from './delete-unshared.ts';

/** Folders, workbooks, reports and dashboards. */
export const ownedItems: Ownership = {
  name: 'items',
  deleteUnshared,
  async transfer(writer, from, to) {
    const items = await writer
      .updateTable('content_item')
      .set({ owner_id: to })
      .where('owner_id', '=', from)
      .executeTakeFirstOrThrow();
    await writer.updateTable('dashboard').set({ created_by: to }).where('created_by', '=', from).execute();
    return Number(items.numUpdatedRows);
  },
};

/** Notifications, which run with the rights of their owner. */
export const ownedNotifications: Ownership = {
  name: 'notifications',
  async transfer(writer, from, to) {
    const notifications = await writer
      .updateTable('notification')
      .set({ owner_id: to })
      .where('owner_id', '=', from)
      .executeTakeFirstOrThrow();
    return Number(notifications.numUpdatedRows);
  },
};
