import { describe, expect, it } from 'vitest';
import { type FreezableReport, freezeReport, thawReport } from './frozen-report.ts';

const report: FreezableReport = {
  name: 'Revenue',
  title: 'Revenue of 2026',
  description: null,
  sqlQuery: 'SELECT MEASURE(total) FROM orders',
  sourceQuery: null,
  jsonQuery: '{"filters":[{"member":"orders.id","operator":"equals","values":[9007199254740993]}]}',
  meta: {
    visualization: { kind: 'vega', spec: { mark: 'bar' } },
    preferences: { columnFormats: { total: { type: 'currency', decimalPlaces: 2 } } },
    note: 'mine',
  },
};

describe('a report in a published dashboard', () => {
  it('is frozen with its queries and its presentation', () => {
    expect(freezeReport(report)).toEqual({
      name: 'Revenue',
      title: 'Revenue of 2026',
      description: null,
      kind: 'vega',
      spec: { mark: 'bar' },
      sqlQuery: 'SELECT MEASURE(total) FROM orders',
      sourceQuery: null,
      meta: { ...report.meta, jsonQuery: report.jsonQuery },
      preferences: { columnFormats: { total: { type: 'currency', decimalPlaces: 2 } } },
    });
  });

  it('has only its own JSON query', () => {
    const frozen = freezeReport({ ...report, jsonQuery: null, meta: { jsonQuery: '{"measures":["salaries.sum"]}' } });
    expect(frozen.meta).toEqual({});
    const own = freezeReport({ ...report, meta: { jsonQuery: '{}' } });
    expect(own.meta).toEqual({ jsonQuery: report.jsonQuery });
  });

  it.each([
    [null, null, null],
    [{ visualization: 'bar' }, null, null],
    [{ visualization: { kind: 'pie', spec: 7 } }, null, null],
    [{ visualization: { kind: 'table' } }, 'table', null],
    [{ visualization: { kind: ['vega'], spec: '{"mark":"bar"}' } }, null, '{"mark":"bar"}'],
    [{ visualization: { kind: 'constructor', spec: [] } }, null, null],
  ] as const)('has of %j the kind %j and the spec %j', (meta, kind, spec) => {
    expect(freezeReport({ ...report, meta })).toMatchObject({ kind, spec });
  });

  it('accepts the known formats', () => {
    const columnFormats = {
      a: { type: 'percent' },
      b: { type: 'roman' },
      c: { type: 'number', decimalPlaces: 'two' },
      d: null,
      e: { type: 'number', decimalPlaces: null },
    };
    const frozen = freezeReport({ ...report, meta: { preferences: { columnFormats } } });
    expect(frozen.preferences).toEqual({ columnFormats: { a: columnFormats.a, e: columnFormats.e } });
    expect(frozen.meta).toMatchObject({ preferences: { columnFormats } });
    expect(freezeReport({ ...report, meta: { preferences: {} } }).preferences).toBeNull();
  });

  it('is restored to the original report', () => {
    expect(thawReport(freezeReport(report))).toEqual(report);
    expect(thawReport(freezeReport({ ...report, jsonQuery: null }))).toEqual({ ...report, jsonQuery: null });
    expect(thawReport(freezeReport({ ...report, meta: null }))).toEqual({ ...report, meta: {} });
  });
});
