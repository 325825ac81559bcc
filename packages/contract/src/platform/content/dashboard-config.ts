import { z } from 'zod';
import { dashboardThemeInputSchema } from './dashboard-theme.ts';
import { freeForm } from '../free-form.ts';
import { longText, shortText } from '../text.ts';

const dashboardWidgetTypes = ['CHART', 'TEXT', 'FILTER', 'AI', 'TABS_CONTAINER', 'TIME_GRAIN'] as const;

const type = z.enum(dashboardWidgetTypes);
const integer = z.int();

export const dashboardWidgetPositionSchema = z.strictObject({ x: integer, y: integer, w: integer, h: integer });

const atLeast = (least: number) => z.int().min(least);

/** Position of a widget on the grid of a dashboard. */
export const dashboardWidgetPositionInputSchema = z.object({
  x: atLeast(0),
  y: atLeast(0),
  w: atLeast(1),
  h: atLeast(1),
});

/** Sizes of screens. */
const perSize = <T extends z.ZodType>(schema: T) => ({
  lg: schema.nullish(),
  md: schema.nullish(),
  sm: schema.nullish(),
  xs: schema.nullish(),
  xxs: schema.nullish(),
});

export const dashboardResponsiveLayoutsSchema = z.strictObject(perSize(dashboardWidgetPositionSchema));
export const dashboardResponsiveLayoutsInputSchema = z.object(perSize(dashboardWidgetPositionInputSchema));

/** Smallest width of each size of screen. */
export const dashboardBreakpointsSchema = z.strictObject(perSize(integer));
/** Number of grid columns. */
export const dashboardBreakpointColsSchema = z.strictObject(perSize(integer));
export const dashboardLayoutSchema = z.strictObject({
  breakpoints: dashboardBreakpointsSchema.nullish(),
  cols: dashboardBreakpointColsSchema.nullish(),
  containerPadding: z.array(integer).nullish(),
  margin: z.array(integer).nullish(),
  rowHeight: integer.nullish(),
});

/** Input schemas: the same fields, but not strict, and bounded in size. */
export const dashboardBreakpointsInputSchema = dashboardBreakpointsSchema.strip();
export const dashboardBreakpointColsInputSchema = dashboardBreakpointColsSchema.strip();
export const dashboardLayoutInputSchema = dashboardLayoutSchema.strip().extend({
  breakpoints: dashboardBreakpointsInputSchema.nullish(),
  cols: dashboardBreakpointColsInputSchema.nullish(),
});

export const dashboardWidgetSchema = z.strictObject({
  id: z.string(),
  type,
  position: dashboardWidgetPositionSchema,
  /** Settings by type of widget; a CHART has the `reportId` of its report. */
  config: freeForm.nullish(),
  responsiveLayouts: dashboardResponsiveLayoutsSchema.nullish(),
  style: freeForm.nullish(),
});

export const dashboardConfigSchema = z.strictObject({
  title: z.string().nullish(),
  description: z.string().nullish(),
  layout: dashboardLayoutSchema.nullish(),
  settings: freeForm.nullish(),
  theme: freeForm.nullish(),
  widgets: z.array(dashboardWidgetSchema).nullish(),
});

export const dashboardWidgetInputSchema = dashboardWidgetSchema.strip().extend({
  id: z.string().min(1).max(255),
  position: dashboardWidgetPositionInputSchema,
  responsiveLayouts: dashboardResponsiveLayoutsInputSchema.nullish(),
});

const longestPath = 200;

/** The ids of widgets, those in tabs included: data and choices are named by them, wherever a widget stands. */
function idsIn(
  widgets: readonly unknown[],
  path: readonly (string | number)[] = [],
): { readonly id: string; readonly path: readonly (string | number)[] }[] {
  if (path.length > longestPath) return []; // refused as nested too deep
  return widgets.flatMap((widget, index) => {
    const here = [...path, index];
    const id = fieldOf(widget, 'id');
    const tabs = fieldOf(fieldOf(widget, 'config'), 'tabs');
    const inside = (Array.isArray(tabs) ? tabs : []).flatMap((tab: unknown, at) => {
      const held = fieldOf(tab, 'widgets');
      return Array.isArray(held) ? idsIn(held, [...here, 'config', 'tabs', at, 'widgets']) : [];
    });
    return typeof id === 'string' ? [{ id, path: here }, ...inside] : inside;
  });
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
}

/** Charts, texts and controls on a grid. */
export const dashboardConfigInputSchema = dashboardConfigSchema.strip().extend({
  title: shortText.nullish(),
  description: longText.nullish(),
  layout: dashboardLayoutInputSchema.nullish(),
  theme: dashboardThemeInputSchema.nullish(),
  widgets: z.array(dashboardWidgetInputSchema).superRefine((widgets, context) => {
    const seen = new Set<string>();
    for (const { id, path } of idsIn(widgets)) {
      if (seen.has(id))
        context.addIssue({ code: 'custom', path: [...path, 'id'], message: 'is that of another widget' });
      seen.add(id);
    }
  }),
});

export type DashboardConfig = z.infer<typeof dashboardConfigSchema>;
export type DashboardWidget = z.infer<typeof dashboardWidgetSchema>;
