import { z } from 'zod';

const theme = z.enum(['system', 'light', 'dark']);

/** A user's preferences for the application, on every device. */
export const preferencesSchema = z.strictObject({
  theme,
  /** The sidebar is a drawer. */
  sidebarDrawer: z.boolean(),
  /** Buttons have the pointer of links. */
  pointerCursors: z.boolean(),
  newCodeEditor: z.boolean(),
  scrollToNewMessages: z.boolean(),
  /** Every other row of a table has a colour of its own. */
  alternatingRows: z.boolean(),
  /** Keys of one letter do something, outside of what is typed. */
  singleKeys: z.boolean(),
});

/** Absent fields stay as they are; `null` restores the default. */
export const preferencesUpdateSchema = z.object({
  theme: theme.nullish(),
  sidebarDrawer: z.boolean().nullish(),
  pointerCursors: z.boolean().nullish(),
  newCodeEditor: z.boolean().nullish(),
  scrollToNewMessages: z.boolean().nullish(),
  alternatingRows: z.boolean().nullish(),
  singleKeys: z.boolean().nullish(),
});

export type Preferences = z.infer<typeof preferencesSchema>;
