import { z } from 'zod';

const text = z.string().max(1_000).nullish();

const border = { color: text, radius: text, style: text, width: text };
const title = { color: text, fontFamily: text, fontSize: text, fontWeight: text };

export const controlThemeBorderSectionInputSchema = z.object(border);
export const controlThemeTitleSectionInputSchema = z.object(title);
export const controlThemeSectionInputSchema = z.object({
  backgroundColor: text,
  border: controlThemeBorderSectionInputSchema.nullish(),
  padding: text,
  title: controlThemeTitleSectionInputSchema.nullish(),
});

export const widgetThemeBorderSectionInputSchema = z.object(border);
export const widgetThemeTitleSectionInputSchema = z.object(title);
export const widgetThemeTextSectionInputSchema = z.object({
  codeFontFamily: text,
  color: text,
  fontFamily: text,
  secondaryColor: text,
});
export const widgetThemeSectionInputSchema = z.object({
  backgroundColor: text,
  border: widgetThemeBorderSectionInputSchema.nullish(),
  margin: text,
  padding: text,
  text: widgetThemeTextSectionInputSchema.nullish(),
  title: widgetThemeTitleSectionInputSchema.nullish(),
});

export const dashboardThemeSectionInputSchema = z.object({ backgroundColor: text, padding: text });

/** Appearance of one dashboard, in addition to a theme of the account. */
export const dashboardThemeInputSchema = z.object({
  /** Id of a saved theme. */
  themeId: text,
  backgroundColor: text,
  fontFamily: text,
  primaryColor: text,
  dashboard: dashboardThemeSectionInputSchema.nullish(),
  controls: controlThemeSectionInputSchema.nullish(),
  widgets: widgetThemeSectionInputSchema.nullish(),
});
