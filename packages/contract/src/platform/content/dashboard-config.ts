import { z } from 'zod';
import { isDashboardOperator, unknownOperator } from './dashboard-filter.ts';
import { dashboardThemeInputSchema } from './dashboard-theme.ts';
import { freeForm } from '../free-form.ts';
import { misplacedFields } from '../misplaced-fields.ts';
import { longText, shortText, titleFault } from '../text.ts';

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

const misplacedTabs = 'has no effect here: tabs are config.tabs of a widget of the type TABS_CONTAINER';
export const dashboardWidgetInputSchema = dashboardWidgetSchema.strip().extend({
  id: z.string().min(1).max(255),
  position: dashboardWidgetPositionInputSchema,
  responsiveLayouts: dashboardResponsiveLayoutsInputSchema.nullish(),
});

const longestPath = 200;

const tabsContainer = 'TABS_CONTAINER';

interface PlacedWidget {
  readonly widget: unknown;
  readonly path: readonly (string | number)[];
}

/** All widgets, those in tabs included. */
function widgetsIn(widgets: readonly unknown[], path: readonly (string | number)[] = []): readonly PlacedWidget[] {
  if (path.length > longestPath) return []; // refused as nested too deep
  return widgets.flatMap((widget, index) => {
    const here = [...path, index];
    const tabs = fieldOf(widget, 'type') === tabsContainer ? fieldOf(fieldOf(widget, 'config'), 'tabs') : undefined;
    const inside = (Array.isArray(tabs) ? tabs : []).flatMap((tab: unknown, at) => {
      const held = fieldOf(tab, 'widgets');
      return Array.isArray(held) ? widgetsIn(held, [...here, 'config', 'tabs', at, 'widgets']) : [];
    });
    return [{ widget, path: here }, ...inside];
  });
}

interface WidgetFault {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** Finds settings without an effect, which their author must have intended differently. */
function faultsOfWidget({ widget, path }: PlacedWidget): readonly WidgetFault[] {
  const config = fieldOf(widget, 'config');
  const kind = fieldOf(widget, 'type');
  const faults: WidgetFault[] = [];
  const operator = fieldOf(config, 'operator');
  if (kind === 'FILTER' && operator !== undefined && operator !== null && !isDashboardOperator(operator)) {
    faults.push({ path: [...path, 'config', 'operator'], message: unknownOperator });
  }
  if (fieldOf(widget, 'tabs') !== undefined) faults.push({ path: [...path, 'tabs'], message: misplacedTabs });
  if (kind !== tabsContainer && fieldOf(config, 'tabs') !== undefined) {
    faults.push({ path: [...path, 'config', 'tabs'], message: misplacedTabs });
  }
  for (const [titled, place] of [[config, 'config'], ...tabsOf(config)] as const) {
    const title = fieldOf(titled, 'title');
    const message = typeof title === 'string' ? titleFault(title) : undefined;
    if (message !== undefined) faults.push({ path: [...path, ...place.split('.'), 'title'], message });
  }
  return faults;
}

function tabsOf(config: unknown): readonly (readonly [tab: unknown, place: string])[] {
  const tabs = fieldOf(config, 'tabs');
  return Array.isArray(tabs) ? tabs.map((tab: unknown, index) => [tab, `config.tabs.${index}`] as const) : [];
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
    for (const placed of widgetsIn(widgets)) {
      // Data and choices are named by ids, wherever a widget stands.
      const id = fieldOf(placed.widget, 'id');
      if (typeof id === 'string' && seen.has(id))
        context.addIssue({ code: 'custom', path: [...placed.path, 'id'], message: 'is that of another widget' });
      if (typeof id === 'string') seen.add(id);
      for (const { path, message } of faultsOfWidget(placed)) {
        context.addIssue({ code: 'custom', path: [...path], message });
      }
    }
  }),
});

const misplaced = { reasons: new Map([['tabs', misplacedTabs]]) };
misplacedFields.add(dashboardWidgetInputSchema, misplaced).add(dashboardConfigInputSchema, misplaced);

export type DashboardConfig = z.infer<typeof dashboardConfigSchema>;
export type DashboardWidget = z.infer<typeof dashboardWidgetSchema>;
