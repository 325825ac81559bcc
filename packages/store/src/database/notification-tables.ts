import type { Generated } from 'kysely';

/** Tables of dashboards that go out by schedule. */
export interface NotificationTables {
  readonly notification: NotificationTable;
  readonly notification_delivery: NotificationDeliveryTable;
  readonly notification_recipient: NotificationRecipientTable;
  readonly notification_run: NotificationRunTable;
}

export interface NotificationTable {
  readonly id: Generated<number>;
  readonly account_id: number;
  readonly deployment_id: number;
  readonly dashboard_id: number;
  /** Who answers for it: nothing runs for somebody who is gone. */
  readonly owner_id: number | null;
  /** See `schedule.ts`, as the parts that follow. */
  readonly schedule_type: string;
  readonly minute: number;
  readonly hour: number;
  readonly day_of_week: number | null;
  readonly day_of_month: number | null;
  readonly custom_cron: string | null;
  /** What the parts come to. */
  readonly cron: string;
  readonly timezone: string;
  readonly format: string;
  /** JSON list. */
  readonly filters: string | null;
  /** JSON list. */
  readonly time_grains: string | null;
  readonly is_enabled: number;
  /** 0: it runs, and nobody gets anything. */
  readonly is_sent: number;
  /** NULL: it is off, or never comes again. */
  readonly next_run_at: number | null;
  /** When `next_run_at` was worked out. Later than now, the clock has been set back since. */
  readonly planned_at: number;
  readonly created_at: number;
  readonly updated_at: number;
}

interface NotificationRecipientTable {
  readonly id: Generated<number>;
  readonly notification_id: number;
  /** Internal or external; both are rows of `account_user`. */
  readonly user_id: number;
  /** JSON object, of external ones. */
  readonly security_context: string | null;
  readonly created_at: number;
}

export interface NotificationRunTable {
  readonly id: Generated<number>;
  readonly notification_id: number;
  /** `schedule` or `manual`. */
  readonly trigger: string;
  /** See `run.ts`, as `phase`. */
  readonly state: string;
  readonly phase: string | null;
  readonly attempts: number;
  readonly error: string | null;
  /** JSON list of texts. */
  readonly notes: string | null;
  readonly due_at: number;
  readonly started_at: number | null;
  readonly finished_at: number | null;
}

interface NotificationDeliveryTable {
  readonly run_id: number;
  /** May be none any more. */
  readonly recipient_id: number;
  readonly user_id: number | null;
  readonly state: string;
  readonly error: string | null;
  readonly message_id: string | null;
  readonly at: number;
}
