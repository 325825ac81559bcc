import { z } from 'zod';
import { instant } from '../instant.ts';
import { nullAsAbsent } from '../null-as-absent.ts';
import { pageInfoSchema } from '../page.ts';
import { chatSessionSettingsSchema } from './chat-request.ts';

const clock = z.string().describe('A clock in the time zone of the query: 2026-05-01T00:00:00.000');

const receiptPeriodSchema = z
  .strictObject({
    member: z.string(),
    from: clock.nullable(),
    to: clock.nullable(),
    isExact: z.boolean().describe('Whether the query says nothing more about these times'),
  })
  .describe('The times that are read, from included, to excluded; null where an end is open');

const receiptPolicySchema = z
  .strictObject({
    kind: z.enum(['policy', 'rule']).describe('A policy of the model, or a rule of the project'),
    of: z.array(z.string()).describe('Cubes and views'),
    groups: z.array(z.string()).describe('Groups of the user that it is for; * for everybody'),
    roles: z.array(z.string()),
    rowFilters: z.array(z.string()).describe('Fields that its row filters test, without the values'),
    text: z.string().nullable().describe('As its author wrote it; for those who may read the model'),
  })
  .describe('What decided which rows and values the user saw');

export const receiptQuerySchema = z
  .strictObject({
    uuid: z.string().describe('The uuid of the result'),
    isHidden: z
      .boolean()
      .describe('Whether it names fields that the caller may not see, so that its words are left out'),
    title: z.string().nullable(),
    description: z.string().nullable().describe('What the question was understood as'),
    sqlQuery: z.string().nullable().describe('SQL over the model'),
    modelVersion: z.string().describe('A hash of the definitions of the model'),
    timezone: z.string(),
    dates: z.array(receiptPeriodSchema),
    policies: z.array(receiptPolicySchema).nullable().describe('null for those who read the chat of somebody else'),
    masked: z.array(z.string()).nullable(),
    totalRows: z.int().nullable(),
    shownRows: z.int().nullable(),
    completeness: z
      .enum(['all', 'first', 'maximum'])
      .describe('all rows were shown; the first of totalRows; the first of more rows than are counted'),
    lastRefreshTime: instant.describe('When the data was read'),
    isCached: z.boolean(),
    engineMs: z
      .number()
      .nullable()
      .describe(
        'Milliseconds that the data source took for the run that read the rows; for those who may read the model, because the time depends on rows that others may not see',
      ),
    dataSource: z.string().nullable(),
    generatedSql: z.array(z.string()).nullable().describe('SQL of the data source; for those who may read the model'),
  })
  .describe('A query that an answer was made of');

export const receiptSchema = z.strictObject({
  finalId: z.string().describe('The id of the final record'),
  messageId: z.string(),
  question: z.string(),
  answeredAt: instant,
  branch: z.string().nullable().describe('null: the deployment itself'),
  model: z.string().describe('The language model that answered, or analyst'),
  tokens: z
    .strictObject({ input: z.int(), cachedInput: z.int(), output: z.int() })
    .nullable()
    .describe('null where no language model was asked'),
  queries: z.array(receiptQuerySchema),
});

export type WireReceipt = z.infer<typeof receiptSchema>;
export type WireReceiptQuery = z.infer<typeof receiptQuerySchema>;

export const receiptsSchema = z.strictObject({
  items: z.array(receiptSchema).describe('The oldest first'),
  pageInfo: pageInfoSchema,
});

const rightsDifferenceSchema = z.strictObject({
  change: z.enum(['applies', 'applies-no-longer', 'other-values', 'masked', 'masked-no-longer', 'hidden']),
  of: z.string().describe('Cubes and views'),
  name: z.string().describe('Groups or roles of a policy, or fields'),
});

const beforeAndNow = <T extends z.ZodType>(value: T) => z.strictObject({ before: value, now: value.nullable() });

export const receiptRerunSchema = z
  .strictObject({
    askedAt: instant,
    outcome: z
      .enum(['answered', 'refused', 'failed'])
      .describe('refused: the model or the rights do not allow the query any more; failed: it has no answer now'),
    error: z.string().nullable(),
    data: z.strictObject({
      changed: z.boolean().nullable().describe('null where it cannot be known: something else changed, too'),
      isSame: z.boolean().nullable().describe('Whether the query has the same rows'),
      columns: z.array(z.string()).describe('Columns with other values'),
      totalRows: beforeAndNow(z.int()),
      lastRefreshTime: beforeAndNow(instant),
    }),
    model: z.strictObject({
      changed: z.boolean().nullable().describe('Whether definitions changed that the query reads'),
      version: beforeAndNow(z.string()),
      definitions: z.array(z.string()).describe('Cubes, views and fields that changed or are gone'),
    }),
    permissions: z.strictObject({
      changed: z.boolean().nullable(),
      differences: z.array(rightsDifferenceSchema),
    }),
    dates: z.strictObject({
      changed: z.boolean().nullable(),
      before: z.array(receiptPeriodSchema),
      now: z.array(receiptPeriodSchema).nullable(),
    }),
  })
  .describe('The query asked again as the caller; null where it cannot be known');

export type WireReceiptRerun = z.infer<typeof receiptRerunSchema>;

export const chatReceiptInputSchema = z.object({
  uuid: z
    .string()
    .max(100)
    .regex(/^[\w-]+$/, 'is no uuid of a result')
    .describe('The uuid of a result'),
  sessionSettings: nullAsAbsent(chatSessionSettingsSchema).describe('The user who asked; required with an API key'),
  rerun: nullAsAbsent(z.boolean()).describe('Whether the query is asked again'),
});

export const chatReceiptSchema = z.strictObject({
  receipt: receiptSchema.describe('With the one query of the result'),
  rerun: receiptRerunSchema.nullable(),
});
