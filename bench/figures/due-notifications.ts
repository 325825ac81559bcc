import { publishDashboard } from '../../tests/platform/publish-dashboard.ts';
import { type StorePlace, storeKinds, storePlace } from '../../tests/servers/store-place.ts';
import { serveMetadata, type ServedMetadata } from '../../packages/deployments/src/open-metadata.ts';
import { connect } from '../../packages/store/src/database/connect.ts';
import type { Store } from '../../packages/store/src/database/store.ts';
import type { JobHandler } from '../../packages/store/src/job/job.ts';
import { JobWorker } from '../../packages/store/src/job/job-worker.ts';
import { NotificationScheduler, runJobKind } from '../../packages/content/src/notification/notification-scheduler.ts';
import { openNotifications } from '../../packages/content/src/notification/open-notifications.ts';
import { type Figure, timeMs } from '../measure.ts';
import { withServers } from '../with-servers.ts';

const due = 10_000;
const nodes = 3;
const inOneStatement = 200;
const by = { via: 'command' } as const;
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const dayMs = 24 * 3_600_000;

/**
 * Measures a large installation whose notifications are all due at the same moment: each runs once, whichever node
 * takes it.
 */
export function dueNotifications(): Promise<readonly Figure[]> {
  return withServers(async () => {
    const figures: Figure[] = [];
    for (const kind of storeKinds) figures.push(await claimedOnce(kind));
    return figures;
  });
}

async function claimedOnce(kind: StorePlace['kind']): Promise<Figure> {
  const place = await storePlace(kind);
  const stores: Store[] = [];
  const metadata = await serveMetadata(place.settings, Date);
  try {
    await makeDue(metadata);
    for (let index = 0; index < nodes; index += 1) stores.push(await connect(place.settings));
    const timesRun = new Map<unknown, number>();
    const handler: JobHandler = {
      kind: runJobKind,
      mostAttempts: 1,
      run: async ({ payload: { notificationId } }) => {
        timesRun.set(notificationId, (timesRun.get(notificationId) ?? 0) + 1);
      },
      gaveUp: async () => undefined,
    };
    const clock = { now: () => Date.now() + 2 * dayMs };
    const took = await timeMs(() => Promise.all(stores.map((store) => workAll(store, handler, clock))));
    const times = [...timesRun.values()];
    const left = await metadata.store.database.selectFrom('job').select('id').execute();
    const once = times.filter((count) => count === 1).length;
    return {
      name: `${due.toLocaleString('en')} due notifications, run once each by ${nodes} nodes on ${kind}`,
      measured: `${once.toLocaleString('en')} once, ${times.length - once} more often, in ${(took / 1000).toFixed(1)} s`,
      baseline: '',
      bound: 'all once',
      isWithin: once === due && times.length === due && left.length === 0,
    };
  } finally {
    await Promise.all(stores.map((store) => store.close()));
    await metadata.close();
    await place.remove();
  }
}

async function makeDue(metadata: ServedMetadata): Promise<void> {
  const { changes, store, accountId, users } = metadata;
  const { notifications } = openNotifications({ ...metadata, database: store.database });
  const { id: userId } = await changes.make({ accountId, by }, (change) =>
    users.create(change, { username: 'maker', role: 'admin' }),
  );
  const dashboard = { id: (await publishDashboard(metadata)).id };
  const owner = { via: 'app', userId } as const;
  const { id } = await changes.make({ accountId, by: owner }, (change) =>
    notifications.create(change, { accountId, deploymentId: 1 }, userId, { scheduleType: 'DAILY', dashboard }),
  );
  const { id: _, ...row } = await store.database
    .selectFrom('notification')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  for (let made = 1; made < due; made += inOneStatement) {
    const rows = Array.from({ length: Math.min(inOneStatement, due - made) }, () => row);
    await store.database.insertInto('notification').values(rows).execute();
  }
}

async function workAll({ database }: Store, handler: JobHandler, clock: { now(): number }): Promise<void> {
  const scheduler = new NotificationScheduler(database);
  const given = { database, handlers: [handler], most: 20, clock, steady: performance, log: quiet };
  const worker = new JobWorker(given);
  await scheduler.addDue(clock.now());
  do {
    await worker.step();
    await worker.idle();
  } while (await database.selectFrom('job').select('id').limit(1).executeTakeFirst());
  await worker.close();
}
