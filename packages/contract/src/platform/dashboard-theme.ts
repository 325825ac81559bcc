import { z } from 'zod';

const text = z.string().max(1_000).nullish();

const border = z.object({ color: text, radius: text, style: text, width: text });
const title = z.object({ color: text, fontFamily: text, fontSize: text, fontWeight: text });

/** How one dashboard looks, on top of a theme of the account. */
export const dashboardThemeInputSchema = z.object({
  /** Of a saved theme. */
  themeId: text,
  backgroundColor: text,
  fontFamily: text,
  primaryColor: text,
  dashboard: z.object({ backgroundColor: text, padding: text }).nullish(),
  controls: z
    .object({ backgroundColor: text, border: border.nullish(), padding: text, title: title.nullish() })
    .nullish(),
  widgets: z
    .object({
      backgroundColor: text,
      border: border.nullish(),
      margin: text,
      padding: text,
      text: z.object({ codeFontFamily: text, color: text, fontFamily: text, secondaryColor: text }).nullish(),
      title: title.nullish(),
    })
    .nullish(),
});
