import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { publishDashboard } from '../../../../tests/platform/publish-dashboard.ts';
import { type StorePlace, storeKinds, migratedPlace } from '../../../../tests/servers/store-place.ts';
import { type ServedMetadata, serveMetadata } from '../../../deployments/src/open-metadata.ts';
import type { AuditActor } from '../../../kernel/src/caller/audit-actor.ts';
import { connect } from '../../../store/src/database/connect.ts';
import type { Store } from '../../../store/src/database/store.ts';
import { inTransaction } from '../../../store/src/database/transaction.ts';
import { NotificationScheduler } from './notification-scheduler.ts';
import type { NewNotification, NotificationChange } from './notification-service.ts';
import type { Change } from '../../../people/src/change/changes.ts';
import { openContent } from '../open-content.ts';
import { type Notifications, openNotifications } from './open-notifications.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const start = Date.UTC(2026, 5, 17, 8, 30);

type Owner = AuditActor & { readonly userId: number };

describe.each(storeKinds)('due notifications, on %s', (kind) => {
  let place: StorePlace;
  let metadata: ServedMetadata;
  let services: Notifications;
  let dashboard: Awaited<ReturnType<typeof publishDashboard>>;
  let owner: Owner;
  const others: Store[] = [];
  const clock = { time: start, now: () => clock.time };

  beforeEach(async () => {
    clock.time = start;
    place = await migratedPlace(kind);
    metadata = await serveMetadata(place.settings, clock);
    openContent(metadata, clock);
    services = openNotifications({ ...metadata, database: metadata.store.database });
    dashboard = await publishDashboard(metadata);
    const { changes, users, accountId } = metadata;
    const user = { username: 'ann', role: 'admin', email: 'ann@x.io' } as const;
    owner = {
      via: 'app',
      userId: (await changes.make({ accountId, by: { via: 'command' } }, (change) => users.create(change, user))).id,
    };
  });

  afterEach(async () => {
    await Promise.all(others.splice(0).map((store) => store.close()));
    await metadata.close();
    await place.remove();
  });

  const here = () => ({ accountId: metadata.accountId, deploymentId: 1 });
  const changed = <T>(by: Owner, work: (change: Change) => Promise<T>) =>
    metadata.changes.make({ accountId: metadata.accountId, by }, work);
  const create = (input: Partial<NewNotification> = {}) =>
    changed(owner, (change) =>
      services.notifications.create(change, here(), owner.userId, {
        scheduleType: 'HOURLY',
        dashboard: { id: dashboard.id },
        ...input,
      }),
    );
  const update = (by: Owner, id: number, wanted: NotificationChange) =>
    changed(by, (change) => services.notifications.update(change, here(), by.userId, id, wanted));
  const history = async (id: number) => services.runs.history(here(), id, { most: 500 });
  const dueAts = async (id: number) => (await history(id)).runs.map(({ dueAt }) => dueAt).toReversed();
  const jobs = () => metadata.store.database.selectFrom('job').selectAll().orderBy('id').execute();
  const step = (time: number) => {
    clock.time = time;
    return services.scheduler.addDue(time);
  };

  it('run when they are due, and not before', async () => {
    const { id } = await create({ minute: 45 });
    await step(start + 15 * minuteMs - 1);
    expect(await dueAts(id)).toEqual([]);
    await step(start + 15 * minuteMs);
    await step(start + 15 * minuteMs);
    expect(await dueAts(id)).toEqual([start + 15 * minuteMs]);
    await step(start + 75 * minuteMs + 4_000);
    expect(await dueAts(id)).toEqual([start + 15 * minuteMs, start + 75 * minuteMs]);
    expect((await history(id)).nextRunAt).toBe(start + 135 * minuteMs);
  });

  it('have a job for each run, which is deleted with the deployment', async () => {
    const { id } = await create();
    await step(start + 30 * minuteMs);
    const [run] = (await history(id)).runs;
    const { accountId } = metadata;
    expect(await jobs()).toMatchObject([
      {
        account_id: accountId,
        deployment_id: 1,
        kind: 'notification-run',
        key: String(run?.id),
        payload: JSON.stringify({ runId: run?.id, notificationId: id }),
        due_at: clock.time,
      },
    ]);
    expect(run).toMatchObject({ state: 'waiting', trigger: 'schedule', attempts: 0 });
  });

  it('run once after several missed times', async () => {
    const { id } = await create();
    await step(start + 10 * dayMs);
    expect(await dueAts(id)).toEqual([start + 30 * minuteMs]);
    expect((await history(id)).nextRunAt).toBe(start + 10 * dayMs + 30 * minuteMs);
  });

  it('run once each, with any number of nodes', async () => {
    const count = 450;
    const first = await create();
    const { database } = metadata.store;
    const { id: _, ...row } = await database.selectFrom('notification').selectAll().executeTakeFirstOrThrow();
    await database
      .insertInto('notification')
      .values(Array.from({ length: count - 1 }, () => row))
      .execute();
    others.push(await connect(place.settings), await connect(place.settings));
    const nodes = [database, ...others.map((store) => store.database)].map((one) => new NotificationScheduler(one));
    clock.time = start + hourMs;
    await Promise.all(nodes.map((node) => node.addDue(clock.time)));
    // Another node may have left the notification while it was being handled.
    await services.scheduler.addDue(clock.time);
    const runs = await database.selectFrom('notification_run').select('notification_id').execute();
    expect(runs).toHaveLength(count);
    expect(new Set(runs.map(({ notification_id }) => notification_id)).size).toBe(count);
    expect(await jobs()).toHaveLength(count);
    expect((await history(first.id)).nextRunAt).toBe(start + hourMs + 30 * minuteMs);
  });

  it('run although another one cannot be planned any more, which is logged', async () => {
    const [broken, sound] = [await create(), await create()];
    const { database } = metadata.store;
    await database.updateTable('notification').set({ timezone: 'Mars/Olympus' }).where('id', '=', broken.id).execute();
    await step(start + 30 * minuteMs);
    await step(start + 90 * minuteMs);
    expect(await dueAts(sound.id)).toEqual([start + 30 * minuteMs, start + 90 * minuteMs]);
    const { runs, nextRunAt } = await history(broken.id);
    expect([runs.map(({ state, error }) => [state, error]), nextRunAt]).toEqual([
      [
        ['failed', expect.stringContaining("'Mars/Olympus' is no time zone")],
        ['waiting', undefined],
      ],
      undefined,
    ]);
    await update(owner, broken.id, { timezone: 'UTC' });
    expect((await history(broken.id)).nextRunAt).toBe(start + 150 * minuteMs);
  });

  it('run after a clock that was ahead has been set back', async () => {
    const { id } = await create();
    await step(start + 365 * dayMs);
    const ahead = await dueAts(id);
    await step(start + minuteMs);
    expect((await history(id)).nextRunAt).toBe(start + 30 * minuteMs);
    expect(await dueAts(id)).toEqual(ahead);
    await step(start + 30 * minuteMs);
    expect(await dueAts(id)).toEqual([...ahead, start + 30 * minuteMs]);
  });

  it('do not run while they are off, and do not catch up', async () => {
    const { id } = await create();
    await update(owner, id, { isEnabled: false });
    await step(start + dayMs);
    expect([await dueAts(id), (await history(id)).nextRunAt]).toEqual([[], undefined]);
    await expect(changed(owner, (change) => services.runs.runNow(change, here(), id))).rejects.toThrow(
      'is switched off',
    );
    await update(owner, id, { isEnabled: true });
    expect((await history(id)).nextRunAt).toBe(start + dayMs + 30 * minuteMs);
  });

  it('are planned again after a change of schedule or zone only', async () => {
    const { id } = await create();
    const next = async () => (await history(id)).nextRunAt;
    clock.time = start + hourMs;
    // What is due stays due.
    await update(owner, id, { filters: [{ member: 'orders.city', value: 'Oslo' }] });
    expect(await next()).toBe(start + 30 * minuteMs);
    await update(owner, id, { scheduleType: 'DAILY', hour: 9 });
    expect(await next()).toBe(Date.UTC(2026, 5, 18, 9));
    await update(owner, id, { timezone: 'America/New_York' });
    expect(await next()).toBe(Date.UTC(2026, 5, 17, 13));
  });

  it('are deleted with their dashboard, and their jobs do nothing', async () => {
    const { id } = await create();
    await step(start + 30 * minuteMs);
    const [run] = (await history(id)).runs;
    const { database } = metadata.store;
    await database.deleteFrom('content_item').where('id', '=', dashboard.workbookId).execute();
    await step(start + dayMs);
    expect(await jobs()).toHaveLength(1);
    const loaded = await inTransaction(database, (transaction) => services.runStore.load(transaction, run?.id ?? 0));
    expect(loaded).toBeUndefined();
  });

  it('wait for somebody who answers for them when their owner is gone', async () => {
    const { changes, users, accountId } = metadata;
    const { id } = await create();
    const make = async (username: string) =>
      (
        await changes.make({ accountId, by: { via: 'command' } }, (change) =>
          users.create(change, { username, role: 'admin' }),
        )
      ).id;
    const bob: Owner = { via: 'app', userId: await make('bob') };
    const ownerOf = async () => (await services.notifications.get(here(), id)).ownerId;
    await update(bob, id, { hour: 3 });
    expect(await ownerOf()).toBe(owner.userId);
    await changes.changeRights({ accountId, by: bob }, (change) =>
      users.update(change, owner.userId, { status: 'deactivated' }),
    );
    await update(bob, id, {});
    expect(await ownerOf()).toBe(owner.userId);
    await update(bob, id, { isEnabled: true });
    expect(await ownerOf()).toBe(bob.userId);
    const cyd: Owner = { via: 'app', userId: await make('cyd') };
    await changes.changeRights({ accountId, by: cyd }, (change) => users.delete(change, bob.userId));
    expect(await ownerOf()).toBe(cyd.userId);
    // From the command line, the first admin becomes the new owner.
    const first = await make('dan');
    await changes.changeRights({ accountId, by: { via: 'command' } }, (change) => users.delete(change, cyd.userId));
    expect(await ownerOf()).toBe(first);
  });
});
