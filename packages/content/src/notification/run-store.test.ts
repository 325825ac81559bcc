import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { publishDashboard } from '../../../../tests/platform/publish-dashboard.ts';
import { type StorePlace, storeKinds, migratedPlace } from '../../../../tests/servers/store-place.ts';
import { type ServedMetadata, serveMetadata } from '../../../deployments/src/open-metadata.ts';
import type { Writer } from '../../../store/src/database/transaction.ts';
import type { AuditActor } from '../../../kernel/src/caller/audit-actor.ts';
import type { Change } from '../../../people/src/change/changes.ts';
import { type Notifications, openNotifications } from './open-notifications.ts';

const start = Date.UTC(2026, 5, 17);

describe.each(storeKinds)('a run of a notification, on %s', (kind) => {
  let place: StorePlace;
  let metadata: ServedMetadata;
  let services: Notifications;
  let writer: Writer;
  let owner: AuditActor & { readonly userId: number };
  let id: number;
  const clock = { time: start, now: () => clock.time };

  beforeEach(async () => {
    clock.time = start;
    place = await migratedPlace(kind);
    metadata = await serveMetadata(place.settings, clock);
    writer = metadata.store.database;
    services = openNotifications({ ...metadata, database: metadata.store.database });
    const { changes, users, accountId } = metadata;
    const user = { username: 'ann', role: 'admin', email: 'ann@x.io' } as const;
    owner = {
      via: 'app',
      userId: (await changes.make({ accountId, by: { via: 'command' } }, (change) => users.create(change, user))).id,
    };
    const dashboard = await publishDashboard(metadata);
    ({ id } = await changed((change) =>
      services.notifications.create(change, here(), owner.userId, {
        scheduleType: 'DAILY',
        dashboard: { id: dashboard.id },
        filters: [{ member: 'orders.city', operator: 'equals', value: ['Oslo'] }],
      }),
    ));
  });

  afterEach(async () => {
    await metadata.close();
    await place.remove();
  });

  const here = () => ({ accountId: metadata.accountId, deploymentId: 1 });
  const changed = <T>(work: (change: Change) => Promise<T>) =>
    metadata.changes.make({ accountId: metadata.accountId, by: owner }, work);
  const runNow = () => changed((change) => services.runs.runNow(change, here(), id));
  const shown = async () => (await services.runs.history(here(), id, { most: 500 })).runs;

  it('requested twice while it waits is one run', async () => {
    const first = await runNow();
    expect(await runNow()).toBe(first);
    await services.runStore.begin(writer, first, start);
    expect(await runNow()).not.toBe(first);
    const ran = await metadata.auditReader.list(metadata.accountId, { event: 'Ran notification' }, { most: 10 });
    expect(ran).toHaveLength(2);
  });

  it('reports its state, and how it ended', async () => {
    const runId = await runNow();
    const { runStore } = services;
    expect(await runStore.begin(writer, runId, start + 1_000)).toBe(true);
    await runStore.recordPhase(writer, runId, 'rendering');
    expect((await shown())[0]).toMatchObject({ state: 'running', phase: 'rendering', startedAt: start + 1_000 });
    const end = { state: 'failed', error: 'no \u0000mail server', notes: ['left out'] } as const;
    expect(await runStore.finish(writer, runId, end, start + 2_000)).toBe(true);
    expect((await shown())[0]).toMatchObject({
      state: 'failed',
      phase: undefined,
      error: 'no mail server',
      notes: ['left out'],
      attempts: 1,
      finishedAt: start + 2_000,
    });
    // It has ended and cannot begin again.
    expect(await runStore.begin(writer, runId, start + 3_000)).toBe(false);
    await runStore.recordPhase(writer, runId, 'sending');
    expect(await runStore.finish(writer, runId, { state: 'succeeded' }, start + 4_000)).toBe(false);
    expect((await shown())[0]).toMatchObject({ state: 'failed', phase: undefined, finishedAt: start + 2_000 });
  });

  it('that is taken over knows whom it has mailed', async () => {
    const { changes, accountId, users } = metadata;
    const bob = await changes.make({ accountId, by: { via: 'command' } }, (change) =>
      users.create(change, { username: 'bob', email: 'bob@x.io' }),
    );
    await changes.changeRights({ accountId, by: owner }, (change) =>
      services.recipients.add(change, here(), id, [
        { type: 'USER', userId: owner.userId },
        { type: 'USER', userId: bob.id },
      ]),
    );
    const runId = await runNow();
    const { runStore } = services;
    await runStore.begin(writer, runId, start);
    const [one, other] = await runStore.recipientsOf(writer, id);
    if (!one || !other) throw new Error('there are two recipients');
    await runStore.recordDelivery(writer, runId, one, { state: 'sent', messageId: '<1@x.io>' }, start);
    await runStore.recordDelivery(writer, runId, other, { state: 'failed', error: 'refused' }, start);
    expect(await runStore.begin(writer, runId, start + 1_000)).toBe(true);
    expect([...(await runStore.deliveriesOf(writer, runId))]).toEqual([
      [one.id, { state: 'sent', messageId: '<1@x.io>', error: undefined }],
      [other.id, { state: 'failed', messageId: undefined, error: 'refused' }],
    ]);
    expect((await shown())[0]).toMatchObject({ attempts: 2, startedAt: start, sentCount: 1, failedCount: 1 });
    await runStore.recordDelivery(writer, runId, other, { state: 'sent' }, start + 1_000);
    expect((await shown())[0]).toMatchObject({ sentCount: 2, failedCount: 0 });
    // Deleting a user leaves the history unchanged.
    await changes.changeRights({ accountId, by: owner }, (change) => users.delete(change, bob.id));
    expect((await shown())[0]).toMatchObject({ sentCount: 2 });
    expect(await runStore.recipientsOf(writer, id)).toEqual([one]);
  });

  it('reads the notification as it is by then, with where mail goes by then', async () => {
    const { changes, users, accountId } = metadata;
    const viewer = { type: 'EMBED_USER', embedTenantName: 'acme-corp', externalId: 'eve@x.io' } as const;
    const securityContext = { region: 'EU' };
    const recipients = [{ type: 'USER', userId: owner.userId } as const, { ...viewer, securityContext }];
    await changes.changeRights({ accountId, by: owner }, (change) =>
      services.recipients.add(change, here(), id, recipients),
    );
    const runId = await runNow();
    const wanted = { filters: null, notificationEnabled: false };
    await changed((change) => services.notifications.update(change, here(), owner.userId, id, wanted));
    await changes.changeRights({ accountId, by: owner }, (change) =>
      users.update(change, owner.userId, { email: 'ann@elsewhere.io' }),
    );
    const loaded = await services.runStore.load(writer, runId);
    expect(loaded).toMatchObject({ runId, trigger: 'manual', state: 'waiting' });
    expect(loaded?.notification).toMatchObject({ ownerId: owner.userId, isSent: false, filters: undefined });
    expect(await services.runStore.recipientsOf(writer, id)).toMatchObject([
      { type: 'USER', email: 'ann@elsewhere.io' },
      { type: 'EMBED_USER', email: 'eve@x.io', securityContext },
    ]);
    await changes.changeRights({ accountId, by: owner }, (change) =>
      users.update(change, owner.userId, { email: null }),
    );
    expect((await services.runStore.recipientsOf(writer, id))[0]?.email).toBeUndefined();
  });

  it('is deleted after 200 later runs, unless it is still running', async () => {
    const { runStore } = services;
    const ids: number[] = [];
    for (let index = 0; index < 203; index += 1) {
      const added = await runStore.insert(writer, [{ notificationId: id, trigger: 'schedule', dueAt: index }]);
      ids.push(added.get(id) ?? 0);
    }
    for (const runId of ids.slice(1)) await runStore.finish(writer, runId, { state: 'succeeded' }, start);
    const kept = (await shown()).map((run) => run.id);
    expect(kept).toEqual([...ids.slice(3).toReversed(), ids[0]]);
    expect(await services.runs.history(here(), id, { most: 1, beforeId: ids[4] })).toMatchObject({
      runs: [{ id: ids[3] }],
    });
  });
});
