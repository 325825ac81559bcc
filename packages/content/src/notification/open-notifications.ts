import type { Database } from '@orrery/store';
import type { EmbedTenantService } from '@orrery/people';
import { NotificationScheduler } from './notification-scheduler.ts';
import { NotificationService } from './notification-service.ts';
import { RecipientService } from './recipient-service.ts';
import { RunService } from './run-service.ts';
import { RunStore } from './run-store.ts';

export interface Notifications {
  readonly notifications: NotificationService;
  readonly recipients: RecipientService;
  readonly runs: RunService;
  /** Store for the jobs that execute runs. */
  readonly runStore: RunStore;
  readonly scheduler: NotificationScheduler;
}

export interface NotificationDependencies {
  readonly database: Database;
  readonly embedTenants: EmbedTenantService;
}

/** The services of notifications over one store. */
export function openNotifications(dependencies: NotificationDependencies): Notifications {
  const scheduler = new NotificationScheduler(dependencies.database);
  return {
    notifications: new NotificationService(dependencies),
    recipients: new RecipientService(dependencies),
    runs: new RunService({ ...dependencies, scheduler }),
    runStore: new RunStore(dependencies.database),
    scheduler,
  };
}
