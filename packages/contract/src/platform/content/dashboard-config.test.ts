import { describe, expect, it } from 'vitest';
import { dashboardConfigInputSchema } from './dashboard-config.ts';
import { dashboardFilterInputSchema } from './dashboard-filter.ts';

const position = { x: 0, y: 0, w: 4, h: 3 };
const chart = { id: 'a', type: 'CHART', position, config: { reportId: 7 } };

const faultsOf = (given: unknown) =>
  dashboardConfigInputSchema
    .safeParse(given)
    .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];

/** Not from a literal: too deep for one. */
function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
}

const tab = (...widgets: readonly unknown[]) => ({ title: 'One', widgets });
const inTab = ['widgets.1.config.tabs.0.widgets.0.id'];

function tabsIn(levels: number): unknown {
  let config: unknown = {};
  for (let level = 0; level < levels; level += 1)
    config = { tabs: [tab({ id: `w${level}`, type: 'TABS_CONTAINER', config })] };
  return config;
}

describe('the config of a dashboard draft', () => {
  it('is kept as given, with the fields that widgets define themselves', () => {
    const config = { reportId: 7, controlsMapping: { f: { enabled: false } }, 'Ω"\u0000': [null, 1.5, ''] };
    const whole = {
      title: 'Sales',
      description: null,
      layout: { cols: { lg: 12 }, margin: [16, 16], rowHeight: 30, breakpoints: null },
      settings: { anything: [{ goes: true }] },
      theme: { themeId: 'dark', widgets: { border: { radius: '4px' }, title: null } },
      widgets: [{ ...chart, config, responsiveLayouts: { sm: position }, style: { color: 'red' } }],
    };
    expect(dashboardConfigInputSchema.parse(whole)).toEqual(whole);
    expect(dashboardConfigInputSchema.parse({ widgets: [] })).toEqual({ widgets: [] });
  });

  it('drops unknown fields', () => {
    expect(dashboardConfigInputSchema.parse({ widgets: [{ ...chart, tenantId: 3 }], tenantName: 'x' })).toEqual({
      widgets: [chart],
    });
  });

  it.each([
    ['no widgets', {}, ['widgets']],
    ['an unknown type', { widgets: [{ ...chart, type: 'PIE' }] }, ['widgets.0.type']],
    [
      'a place off the grid',
      { widgets: [{ ...chart, position: { x: -1, y: -1, w: 0, h: 0 } }] },
      ['widgets.0.position.x', 'widgets.0.position.y', 'widgets.0.position.w', 'widgets.0.position.h'],
    ],
    ['half a row', { widgets: [{ ...chart, position: { ...position, y: 1.5 } }] }, ['widgets.0.position.y']],
    ['no place', { widgets: [{ id: 'a', type: 'TEXT' }] }, ['widgets.0.position']],
    [
      'a place off a smaller grid',
      { widgets: [{ ...chart, responsiveLayouts: { xs: { ...position, w: 0 } } }] },
      ['widgets.0.responsiveLayouts.xs.w'],
    ],
    ['one id twice', { widgets: [chart, { ...chart, type: 'TEXT' }] }, ['widgets.1.id']],
    [
      'one id twice, in different tabs',
      { widgets: [{ ...chart, id: 'tabs', type: 'TABS_CONTAINER', config: { tabs: [tab(chart), tab(chart)] } }] },
      ['widgets.0.config.tabs.1.widgets.0.id'],
    ],
    [
      'one id twice, once in a tab',
      { widgets: [chart, { ...chart, id: 'b', type: 'TABS_CONTAINER', config: { tabs: [tab(chart)] } }] },
      inTab,
    ],
    [
      'tabs in tabs without end',
      { widgets: [{ ...chart, type: 'TABS_CONTAINER', config: tabsIn(5_000) }] },
      ['widgets.0.config'],
    ],
    ['an empty id', { widgets: [{ ...chart, id: '' }] }, ['widgets.0.id']],
    ['a config that is a list', { widgets: [{ ...chart, config: [] }] }, ['widgets.0.config']],
    [
      'more levels than anybody writes',
      { widgets: [{ ...chart, config: { a: nested(100_000) } }] },
      ['widgets.0.config'],
    ],
    ['a number that would lose digits', { widgets: [chart], settings: { id: 9_007_199_254_740_992 } }, ['settings']],
    ['a title of several lines', { widgets: [], title: 'a\r\nBcc: all@example.com' }, ['title']],
    ['a title that turns what follows', { widgets: [], title: 'a\u202Eb' }, ['title']],
    [
      'titles of a widget and of a tab that turn what follows',
      {
        widgets: [
          { ...chart, config: { title: '\u202Ecba' } },
          { ...chart, id: 'tabs', type: 'TABS_CONTAINER', config: { tabs: [{ title: 'x\u2067y', widgets: [] }] } },
        ],
      },
      ['widgets.0.config.title', 'widgets.1.config.tabs.0.title'],
    ],
    [
      'an operator that no filter has',
      { widgets: [{ ...chart, type: 'FILTER', config: { member: 'orders.status', operator: 'gt' } }] },
      ['widgets.0.config.operator'],
    ],
    [
      'an operator that no filter in a tab has',
      {
        widgets: [
          {
            ...chart,
            type: 'TABS_CONTAINER',
            config: { tabs: [tab({ ...chart, id: 'f', type: 'FILTER', config: { operator: 1 } })] },
          },
        ],
      },
      ['widgets.0.config.tabs.0.widgets.0.config.operator'],
    ],
    ['tabs of a chart', { widgets: [{ ...chart, config: { tabs: [tab()] } }] }, ['widgets.0.config.tabs']],
    [
      'fields of a theme that nothing shows',
      { widgets: [], theme: { accent: 'red', widgets: { title: { weight: '700' } } } },
      ['theme.widgets.title', 'theme'],
    ],
    ['a theme that is no object', { widgets: [], theme: 'dark' }, ['theme']],
  ])('is refused with %s', (_, given, paths) => {
    expect(faultsOf(given).map((fault) => fault.split(':')[0])).toEqual(paths);
  });

  it('accepts the nesting depth that people use', () => {
    expect(faultsOf({ widgets: [{ ...chart, config: { a: nested(90) } }] })).toEqual([]);
    expect(faultsOf({ widgets: [{ ...chart, config: { a: nested(100) } }] })).toHaveLength(1);
  });
});

describe('a filter of a dashboard', () => {
  const faults = (given: object) =>
    dashboardFilterInputSchema
      .safeParse({ member: 'orders.status', ...given })
      .error?.issues.map(({ path }) => path[0]);

  it.each([
    { operator: 'equals', value: 'new' },
    { operator: 'between', value: ['2026-01-01', '2026-02-01'], endInclusive: false },
    { operator: 'is_null' },
    { operator: 'is_not_null', value: null },
    { value: [1, 2] },
  ])('accepts %j', (given) => expect(faults(given)).toBeUndefined());

  it.each([
    [{ member: 'status', value: 'x' }, 'member'],
    [{}, 'value'],
    [{ operator: 'custom', value: 'x' }, 'operator'],
    [{ operator: 'equals', value: [] }, 'value'],
    [{ operator: 'less_than', value: [1, 2] }, 'value'],
    [{ value: 2 ** 53 }, 'value'],
    [{ operator: 'between', value: ['2026-01-01'] }, 'value'],
    [{ operator: 'between' }, 'value'],
    [{ operator: 'is_null', value: 'x' }, 'value'],
    [{ operator: 'like', value: 'x' }, 'operator'],
    [{ value: { a: 1 } }, 'value'],
  ])('refuses %j', (given, field) => expect(faults(given)).toEqual([field]));
});
