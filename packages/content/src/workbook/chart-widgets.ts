import type { JsonObject } from '@orrery/kernel';
import type { DashboardConfig } from '@orrery/contract';

type ChartEdit = (chart: JsonObject, path: string) => JsonObject;

/** A chart of a dashboard, and its reference to a report. */
export interface ChartWidget {
  /** Path of the report's number in the config: `widgets.3.config.reportId`. */
  readonly path: string;
  /** `undefined` when it names none. */
  readonly reportId: number | undefined;
}

/** Lists charts in the order of the widgets, those in tabs at the tab's position. */
export function chartsOf(config: DashboardConfig): readonly ChartWidget[] {
  const charts: ChartWidget[] = [];
  mapCharts(config, (chart, path) => {
    charts.push({ path: `${path}.reportId`, reportId: reportIdOf(chart) });
    return chart;
  });
  return charts;
}

/** A widget of a dashboard, wherever it stands. */
export interface ShownWidget {
  readonly id: string;
  readonly type: string;
  readonly config: JsonObject;
}

/** Lists the widgets, those in tabs at the tab's position. Widgets without an id are left out. */
export function widgetsOf({ widgets }: Pick<DashboardConfig, 'widgets'>): readonly ShownWidget[] {
  return (widgets ?? []).flatMap((widget) => [widget, ...inTabs(widget.config)].flatMap(asWidget));
}

function inTabs(config: unknown): readonly unknown[] {
  if (!isObject(config) || !Array.isArray(config['tabs'])) return [];
  return config['tabs'].flatMap((tab: unknown) => {
    const widgets: readonly unknown[] = isObject(tab) && Array.isArray(tab['widgets']) ? tab['widgets'] : [];
    return widgets.flatMap((widget) => [widget, ...(isObject(widget) ? inTabs(widget['config']) : [])]);
  });
}

function asWidget(widget: unknown): readonly ShownWidget[] {
  if (!isObject(widget) || typeof widget['id'] !== 'string' || typeof widget['type'] !== 'string') return [];
  return [{ id: widget['id'], type: widget['type'], config: isObject(widget['config']) ? widget['config'] : {} }];
}

/** Makes charts show replaced reports. @param replaced old numbers to new ones; other numbers stay */
export function repointCharts(config: DashboardConfig, replaced: ReadonlyMap<number, number>): DashboardConfig {
  return mapCharts(config, (chart) => {
    const reportId = replaced.get(reportIdOf(chart) ?? 0);
    return reportId === undefined ? chart : { ...chart, reportId };
  });
}

function reportIdOf({ reportId }: JsonObject): number | undefined {
  return Number.isInteger(reportId) && Number(reportId) > 0 ? Number(reportId) : undefined;
}

/** The only function that knows which widgets are charts. */
function mapCharts({ widgets, ...config }: DashboardConfig, change: ChartEdit): DashboardConfig {
  if (!widgets) return { ...config, ...(widgets === null ? { widgets } : {}) };
  return {
    ...config,
    widgets: widgets.map((widget, index) => ({ ...widget, ...mapConfig(widget, `widgets.${index}.config`, change) })),
  };
}

function mapConfig({ type, config }: JsonObject, path: string, change: ChartEdit): { readonly config?: JsonObject } {
  if (type === 'CHART') return { config: change(isObject(config) ? config : {}, path) };
  if (type !== 'TABS_CONTAINER' || !isObject(config) || !Array.isArray(config.tabs)) return {};
  const tabs = config.tabs.map((tab: unknown, tabIndex) => {
    if (!isObject(tab) || !Array.isArray(tab.widgets)) return tab;
    const widgets = tab.widgets.map((widget: unknown, index) => {
      if (!isObject(widget)) return widget;
      return { ...widget, ...mapConfig(widget, `${path}.tabs.${tabIndex}.widgets.${index}.config`, change) };
    });
    return { ...tab, widgets };
  });
  return { config: { ...config, tabs } };
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
