import { z } from 'zod';
import { freeForm } from '../free-form.ts';
import { instant } from '../instant.ts';
import { nullAsAbsent } from '../null-as-absent.ts';
import { pageInfoSchema } from '../page.ts';
import { name } from '../text.ts';

const text = z.string().max(1_000).nullish();

const border = { color: text, radius: text, style: text, width: text };
const title = { color: text, fontFamily: text, fontSize: text, fontWeight: text };

export const controlThemeBorderSectionInputSchema = z.strictObject(border);
export const controlThemeTitleSectionInputSchema = z.strictObject(title);
export const controlThemeSectionInputSchema = z.strictObject({
  backgroundColor: text,
  border: controlThemeBorderSectionInputSchema.nullish(),
  padding: text,
  title: controlThemeTitleSectionInputSchema.nullish(),
});

export const widgetThemeBorderSectionInputSchema = z.strictObject(border);
export const widgetThemeTitleSectionInputSchema = z.strictObject(title);
export const widgetThemeTextSectionInputSchema = z.strictObject({
  codeFontFamily: text,
  color: text,
  fontFamily: text,
  secondaryColor: text,
});
export const widgetThemeSectionInputSchema = z.strictObject({
  backgroundColor: text,
  border: widgetThemeBorderSectionInputSchema.nullish(),
  margin: text,
  padding: text,
  text: widgetThemeTextSectionInputSchema.nullish(),
  title: widgetThemeTitleSectionInputSchema.nullish(),
});

export const dashboardThemeSectionInputSchema = z.strictObject({ backgroundColor: text, padding: text });

const settings = {
  backgroundColor: text,
  fontFamily: text,
  primaryColor: text,
  dashboard: dashboardThemeSectionInputSchema.nullish(),
  controls: controlThemeSectionInputSchema.nullish(),
  widgets: widgetThemeSectionInputSchema.nullish(),
};

/** Appearance of one dashboard, in addition to a theme of the account. A field that nothing shows is refused. */
export const dashboardThemeInputSchema = z.strictObject({
  /** Id of a saved theme, whose settings apply where the dashboard has none of its own. */
  themeId: text,
  ...settings,
});

/** Settings of a saved theme. */
export const dashboardThemeSettingsSchema = z.strictObject(settings);

/** A look that dashboards of the account may have. */
export const dashboardThemeSchema = z.strictObject({
  /** Dashboards name it by this number, as text. */
  id: z.int(),
  name: z.string(),
  theme: freeForm,
  createdAt: instant,
  updatedAt: instant,
});

export const dashboardThemesSchema = z.strictObject({
  items: z.array(dashboardThemeSchema),
  pageInfo: pageInfoSchema,
});

export const newDashboardThemeSchema = z.object({ name, theme: dashboardThemeSettingsSchema });

/** Absent fields stay as they are; `theme` is set as a whole. */
export const dashboardThemeUpdateSchema = z.object({
  name: nullAsAbsent(name),
  theme: nullAsAbsent(dashboardThemeSettingsSchema),
});

export type WireDashboardTheme = z.infer<typeof dashboardThemeSchema>;
