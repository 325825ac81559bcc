import { z } from 'zod';
import { dashboardFilterInputSchema } from '../content/dashboard-filter.ts';
import { newEmbedSessionSchema } from '../people/embed-session.ts';
import { nullAsAbsent } from '../null-as-absent.ts';
import { number } from '../../number.ts';

const longestInput = 32_000;
const mostImages = 5;
const mostImageBytes = 5 * 1024 * 1024;
const mostSnapshots = 100;

const named = z.string().min(1).max(200);
const wellFormed = /^[^\p{Cs}\0]*$/u;

const chatId = z.string().min(1).max(100).describe('The chatId of an earlier `__cutoff__` record');

/** The user that a program sends questions for; the rules are those of sessions of viewers. */
export const chatSessionSettingsSchema = newEmbedSessionSchema.pick({
  externalId: true,
  internalId: true,
  email: true,
  userAttributes: true,
  groups: true,
  securityContext: true,
  isEphemeral: true,
  ephemeralTtlSeconds: true,
  publicDashboardId: true,
  roles: true,
});

export type ChatSessionSettings = z.infer<typeof chatSessionSettingsSchema>;

/** The interfaces that a question comes from. */
export const chatContexts = [
  'chat',
  'workbook',
  'model',
  'dashboard',
  'external',
  'mcp',
  'ai-widget',
  'onboarding',
  'explore',
  'connection_setup',
  'slack_dm',
  'published-dashboard',
] as const;

const base64 = /^[A-Za-z0-9+/]+={0,2}$/;

const imageSchema = z
  .object({
    mimeType: z.enum(['image/png', 'image/jpeg', 'image/webp', 'image/gif']),
    data: z
      .string()
      .max(Math.ceil(mostImageBytes / 3) * 4, 'is larger than 5 MB')
      .regex(base64, 'is no Base64'),
    name: nullAsAbsent(z.string().max(255)),
  })
  .refine(hasItsType, { path: ['data'], message: 'is no image of its mimeType' });

/** Images begin with bytes of their own. A text that is no Base64 has been reported before. */
function hasItsType({ mimeType, data }: { readonly mimeType: string; readonly data: string }): boolean {
  const start = data.slice(0, 16);
  const head = base64.test(start) && start.length % 4 === 0 ? atob(start) : '';
  switch (mimeType) {
    case 'image/png':
      return head.startsWith('\u0089PNG');
    case 'image/jpeg':
      return head.startsWith('\u00ff\u00d8\u00ff');
    case 'image/gif':
      return head.startsWith('GIF8');
    default:
      return head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP';
  }
}

/** The charts of a dashboard are read from its published version; what a client says of them is not used. */
const dashboardContextSchema = z.object({
  publicId: named,
  title: nullAsAbsent(z.string().max(1_000)),
  snapshots: nullAsAbsent(z.array(z.object({ widgetId: named })).max(mostSnapshots)),
  widgets: nullAsAbsent(z.array(z.unknown()).max(1_000)),
  viewerState: nullAsAbsent(
    z.object({
      filterState: nullAsAbsent(z.record(z.string().max(200), z.union([dashboardFilterInputSchema, z.unknown()]))),
      timeGrainState: nullAsAbsent(z.record(z.string().max(200), z.unknown())),
    }),
  ),
});

export const chatRequestSchema = z.object({
  input: nullAsAbsent(z.string().max(longestInput).regex(wellFormed, 'has half of a character, or NUL')).describe(
    'The question; absent: the chat is read',
  ),
  chatId: nullAsAbsent(chatId),
  messageId: nullAsAbsent(
    z
      .string()
      .max(60)
      .regex(/^\d{13,}-message$/, 'is no id of a message: <milliseconds>-message'),
  ),
  sessionSettings: nullAsAbsent(chatSessionSettingsSchema).describe('The user who asks; required with an API key'),
  activeBranchName: nullAsAbsent(named).describe('A branch instead of the deployment itself'),
  isDefaultBranch: nullAsAbsent(z.boolean()),
  isDevMode: nullAsAbsent(z.boolean()).describe('Whether the thoughts of the model are told'),
  context: nullAsAbsent(z.enum(chatContexts)),
  dashboardContext: nullAsAbsent(dashboardContextSchema),
  images: nullAsAbsent(z.array(imageSchema).max(mostImages)),
  agentId: nullAsAbsent(number).describe('Without effect: the path decides'),
  workbookId: nullAsAbsent(number).describe('Without effect for questions of data'),
  workbookContext: z.unknown().optional().describe('Without effect for questions of data'),
  cubeCredentials: z.unknown().optional().describe('Without effect'),
});

export type ChatRequest = z.infer<typeof chatRequestSchema>;

export const abortChatSchema = z.object({
  chatId,
  sessionSettings: nullAsAbsent(chatSessionSettingsSchema).describe('The user who asked; required with an API key'),
});
