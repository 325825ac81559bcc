import type { DashboardConfig } from '@orrery/contract';
import { describe, expect, it } from 'vitest';
import { chartsOf, repointCharts } from './chart-widgets.ts';

const position = { x: 0, y: 0, w: 1, h: 1 };
const widget = (id: string, type: string, config?: object) => ({ id, type, position, ...(config ? { config } : {}) });
const chart = (id: string, reportId: unknown) => widget(id, 'CHART', { reportId, hideTitle: true });
const dashboard = (...widgets: readonly object[]) => ({ title: 'Sales', widgets }) as DashboardConfig; // as it is stored

const tabs = {
  tabs: [
    { id: 't1', title: 'First', widgets: [chart('c', 3), widget('d', 'TEXT', { content: 'x', reportId: 9 })] },
    { id: 't2', widgetIds: ['a'] },
    { id: 't3', widgets: [widget('e', 'TABS_CONTAINER', { tabs: [{ widgets: [chart('f', 1)] }] }), null, 7] },
    'no tab',
  ],
};
const whole = dashboard(chart('a', 2), widget('b', 'TABS_CONTAINER', tabs), chart('g', 2), widget('h', 'FILTER', {}));

describe('charts of a dashboard', () => {
  it('are found at any depth, also in nested tabs', () => {
    expect(chartsOf(whole)).toEqual([
      { path: 'widgets.0.config.reportId', reportId: 2 },
      { path: 'widgets.1.config.tabs.0.widgets.0.config.reportId', reportId: 3 },
      { path: 'widgets.1.config.tabs.2.widgets.0.config.tabs.0.widgets.0.config.reportId', reportId: 1 },
      { path: 'widgets.2.config.reportId', reportId: 2 },
    ]);
    expect(chartsOf({})).toEqual([]);
    expect(chartsOf({ widgets: null })).toEqual([]);
  });

  it.each([undefined, null, '7', 7.5, 0, -1, [7], { id: 7 }])('refuse %j as a report', (reportId) => {
    expect(chartsOf(dashboard(chart('a', reportId)))).toEqual([
      { path: 'widgets.0.config.reportId', reportId: undefined },
    ]);
  });

  it('may omit their report', () => {
    expect(chartsOf(dashboard(widget('a', 'CHART')))[0]?.reportId).toBeUndefined();
  });

  it('can be pointed at other reports, and everything else stays unchanged', () => {
    const replaced = repointCharts(
      whole,
      new Map([
        [2, 12],
        [1, 11],
        [9, 19],
      ]),
    );
    expect(chartsOf(replaced).map(({ reportId }) => reportId)).toEqual([12, 3, 11, 12]);
    const back = repointCharts(
      replaced,
      new Map([
        [12, 2],
        [11, 1],
      ]),
    );
    expect(back).toEqual(whole);
    // A widget other than a chart keeps a field that looks like a report's number.
    expect(JSON.stringify(replaced)).toContain('"reportId":9');
  });

  it('are unchanged when nothing is replaced', () => {
    const before = JSON.stringify(whole);
    expect(repointCharts(whole, new Map())).toEqual(whole);
    expect(JSON.stringify(whole)).toBe(before);
    expect(repointCharts({ title: null, widgets: null }, new Map())).toEqual({ title: null, widgets: null });
  });
});
