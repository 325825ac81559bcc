import type { Generated } from 'kysely';

/** Tables of dashboards that are sent by schedule. */
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
  /** The user in whose name it runs; without that user it does not run. */
  readonly owner_id: number | null;
  /** Type of the schedule; the columns below hold its parts. See `schedule.ts`. */
  readonly schedule_type: string;
  readonly minute: number;
  readonly hour: number;
  readonly day_of_week: number | null;
  readonly day_of_month: number | null;
  readonly custom_cron: string | null;
  /** The cron text that results from the parts. */
  readonly cron: string;
  readonly timezone: string;
  readonly format: string;
  /** JSON list. */
  readonly filters: string | null;
  /** JSON list. */
  readonly time_grains: string | null;
  readonly is_enabled: number;
  /** 0: it runs, but nothing is sent. */
  readonly is_sent: number;
  /** NULL: it is off, or has no further run. */
  readonly next_run_at: number | null;
  /** When `next_run_at` was computed. If it is later than now, the clock has been set back since. */
  readonly planned_at: number;
  readonly created_at: number;
  readonly updated_at: number;
}

interface NotificationRecipientTable {
  readonly id: Generated<number>;
  readonly notification_id: number;
  /** An internal or external user; both are rows of `account_user`. */
  readonly user_id: number;
  /** JSON object; only for external users. */
  readonly security_context: string | null;
  readonly created_at: number;
}

export interface NotificationRunTable {
  readonly id: Generated<number>;
  readonly notification_id: number;
  /** `schedule` or `manual`. */
  readonly trigger: string;
  /** Phase of the run; see `run.ts`. */
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
  /** The recipient may have been removed since. */
  readonly recipient_id: number;
  readonly user_id: number | null;
  readonly state: string;
  readonly error: string | null;
  readonly message_id: string | null;
  readonly at: number;
}
