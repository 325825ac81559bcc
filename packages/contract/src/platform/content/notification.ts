import { z } from 'zod';
import {
  dashboardFilterInputSchema,
  dashboardFilterSchema,
  dashboardTimeGrainInputSchema,
  dashboardTimeGrainSchema,
} from './dashboard-filter.ts';
import { digitsFault } from '../free-form.ts';
import { instant } from '../instant.ts';
import { number, wholeNumber } from '../../number.ts';
import { pageInfoSchema, pageQuerySchema } from '../page.ts';
import { tokenContextSchema } from '../people/security-context.ts';
import { shortText } from '../text.ts';

const scheduleTypes = ['HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY', 'CUSTOM'] as const;
const formats = ['png', 'pdf'] as const;

/** Longer lists are no selection any more. */
const mostFilters = 100;

const minute = z.int().min(0).max(59);
const hour = z.int().min(0).max(23);
const dayOfWeek = z.int().min(0).max(6).describe('0 is Sunday');
const dayOfMonth = z.int().min(1).max(31).describe('Months without that day are left out');
const customCron = shortText.describe('Of CUSTOM: minute, hour, day of the month, month, day of the week');
const timezone = shortText.min(1).describe('An IANA name; UTC when there is none');

const scheduleType = z.enum(scheduleTypes).describe('WEEKLY takes dayOfWeek, MONTHLY dayOfMonth, CUSTOM customCron');
const filters = z.array(dashboardFilterInputSchema).max(mostFilters);
const timeGrains = z.array(dashboardTimeGrainInputSchema).max(mostFilters);

const parts = {
  minute: minute.nullish(),
  hour: hour.nullish(),
  dayOfWeek: dayOfWeek.nullish(),
  dayOfMonth: dayOfMonth.nullish(),
  customCron: customCron.nullish(),
  timezone: timezone.nullish(),
  notificationFormat: z.enum(formats).nullish(),
  notificationEnabled: z.boolean().nullish().describe('When false, the dashboard is refreshed and nothing is sent'),
  filters: filters.nullish(),
  timeGrains: timeGrains.nullish(),
};

export const newNotificationSchema = z.object({
  ...parts,
  scheduleType,
  dashboardId: number.nullish().describe('Either this or dashboardPublicId'),
  dashboardPublicId: shortText.describe('Either this or dashboardId').nullish(),
});

/** Absent fields stay as they are; `null` clears a field. */
export const notificationUpdateSchema = z.object({
  ...parts,
  scheduleType: scheduleType.nullish(),
  isEnabled: z.boolean().nullish().describe('Off: nothing runs'),
});

export const notificationSchema = z.strictObject({
  id: z.int(),
  deploymentId: z.int(),
  dashboardId: z.int(),
  cronExpression: z.string(),
  humanReadableSchedule: z.string(),
  timezone: z.string(),
  isEnabled: z.boolean(),
  notificationEnabled: z.boolean(),
  notificationFormat: z.enum(formats),
  filters: z.array(dashboardFilterSchema).nullable(),
  timeGrains: z.array(dashboardTimeGrainSchema).nullable(),
});

export const notificationsSchema = z.strictObject({ items: z.array(notificationSchema), pageInfo: pageInfoSchema });

/** Page of a list about notifications. */
export const notificationPageSchema = pageQuerySchema.extend({
  first: wholeNumber(z.int().min(1).max(200)).optional().describe('Number of items; default 100'),
});

export const notificationsQuerySchema = notificationPageSchema.extend({
  dashboardId: wholeNumber(number).optional(),
  dashboardPublicId: shortText.optional(),
  recipientUserId: wholeNumber(number).optional(),
  recipientEmail: shortText.optional(),
  recipientEmbedTenantName: shortText.optional().describe('Together with recipientExternalId'),
  recipientExternalId: shortText.optional(),
});

const recipientTypes = ['USER', 'EMBED_USER', 'SLACK'] as const;
const mostRecipients = 1_000;

const userAttribute = z.object({
  name: shortText,
  value: z.union([z.string(), z.number(), z.array(z.string()), z.array(z.number())]).nullish(),
});

/** The security context, which is stored as it is given. Groups and attributes have fields of their own. */
const securityContext = tokenContextSchema.superRefine((context, { addIssue }) => {
  const refuse = (message: string) => addIssue({ code: 'custom', message });
  if (Object.hasOwn(context, 'cubeCloud')) refuse('has cubeCloud, which is reserved; give groups and userAttributes');
  const fault = digitsFault(context);
  if (fault !== undefined) refuse(fault);
});

export const notificationRecipientInputSchema = z.object({
  type: z.enum(recipientTypes).describe('SLACK is not supported'),
  userId: number.nullish(),
  email: shortText.nullish(),
  embedTenantName: shortText.nullish(),
  externalId: shortText.nullish(),
  groups: z.array(shortText).max(mostFilters).nullish(),
  userAttributes: z.array(userAttribute).max(mostFilters).nullish(),
  securityContext: securityContext.nullish(),
});

export const newRecipientsSchema = z.object({
  recipients: z.array(notificationRecipientInputSchema).min(1).max(mostRecipients),
});

export const removedRecipientsSchema = z.object({
  recipients: z
    .array(
      z.object({
        type: z.enum(recipientTypes),
        id: z.union([z.int().min(1), shortText]).describe('Its userId, embedUserId or channelId'),
        embedTenantName: shortText.nullish(),
      }),
    )
    .min(1)
    .max(mostRecipients),
});

export const notificationRecipientSchema = z.strictObject({
  type: z.enum(recipientTypes),
  userId: z.int().optional(),
  username: z.string().optional(),
  embedUserId: z.int().optional(),
  embedTenantName: z.string().optional(),
  externalId: z.string().optional(),
  email: z.string().nullable(),
});

export const notificationRecipientsSchema = z.strictObject({
  items: z.array(notificationRecipientSchema),
  pageInfo: pageInfoSchema,
});

export const changedRecipientsSchema = z.strictObject({
  createdRecipients: z.array(notificationRecipientSchema),
  updatedRecipients: z.array(notificationRecipientSchema),
  unchangedRecipients: z.array(notificationRecipientSchema),
});

/** Result of one run. */
export const notificationRunSchema = z.strictObject({
  id: z.int(),
  notificationId: z.int(),
  trigger: z.enum(['schedule', 'manual']),
  status: z.enum(['waiting', 'running', 'succeeded', 'failed', 'skipped']),
  /** Phase of a run in progress. */
  phase: z.string().nullable(),
  dueAt: instant,
  startedAt: instant.nullable(),
  finishedAt: instant.nullable(),
  attempts: z.int(),
  sentCount: z.int(),
  failedCount: z.int(),
  /** Why it failed or was skipped. */
  error: z.string().nullable(),
  /** Parts that were left out and recipients that got nothing, with the reason. */
  notes: z.array(z.string()),
});

export const notificationRunsSchema = z.strictObject({
  items: z.array(notificationRunSchema),
  pageInfo: pageInfoSchema,
  /** `null` while it is off. */
  nextRunAt: instant.nullable(),
});

export type NewWireNotification = z.infer<typeof newNotificationSchema>;
export type WireNotificationUpdate = z.infer<typeof notificationUpdateSchema>;
export type WireNotification = z.infer<typeof notificationSchema>;
export type WireRecipientInput = z.infer<typeof notificationRecipientInputSchema>;
export type WireRemovedRecipient = z.infer<typeof removedRecipientsSchema>['recipients'][number];
export type WireRecipient = z.infer<typeof notificationRecipientSchema>;
export type WireNotificationRun = z.infer<typeof notificationRunSchema>;
