import { describe, expect, it } from 'vitest';
import { type FreezableReport, freezeReport, readFrozen, thawReport, writeFrozen } from './frozen-report.ts';

const json = '{"filters":[{"member":"orders.id","operator":"equals","values":[9007199254740993]}]}';
const statement = { kind: 'statement', text: 'SELECT MEASURE(total) FROM orders' } as const;
const source = { kind: 'source', dataSource: 'default', sql: 'SELECT 1' } as const;
const report: FreezableReport = {
  name: 'Revenue',
  title: 'Revenue of 2026',
  description: null,
  question: { kind: 'json', text: json, statement },
  meta: {
    visualization: { kind: 'vega', spec: { mark: 'bar' } },
    preferences: { columnFormats: { total: { type: 'currency', decimalPlaces: 2 } } },
    note: 'mine',
  },
};

const place = { id: 1, version_id: 1, position: 0, report_id: 1 };

describe('a report in a published dashboard', () => {
  it('is frozen with its queries and its presentation', () => {
    expect(freezeReport(report)).toEqual({
      name: 'Revenue',
      title: 'Revenue of 2026',
      description: null,
      kind: 'vega',
      spec: { mark: 'bar' },
      question: report.question,
      meta: report.meta,
      preferences: { columnFormats: { total: { type: 'currency', decimalPlaces: 2 } } },
    });
  });

  it('is stored with its JSON query as a text of its meta, and read again', () => {
    const frozen = freezeReport(report);
    const stored = writeFrozen(frozen);
    expect(stored).toMatchObject({ sql_query: statement.text, source_query: null });
    expect(JSON.parse(stored.meta ?? '')).toEqual({ ...report.meta, jsonQuery: json });
    for (const question of [report.question, { kind: 'json', text: json } as const, statement, source, null]) {
      const asking = { ...frozen, question };
      expect(readFrozen({ ...place, ...writeFrozen(asking) })).toEqual(asking);
    }
    expect(writeFrozen({ ...frozen, question: source })).toMatchObject({
      sql_query: null,
      source_query: '{"dataSource":"default","sql":"SELECT 1"}',
    });
  });

  it('of an older store is read without meta, and with a query that is no text', () => {
    const stored = { ...place, ...writeFrozen({ ...freezeReport(report), question: null }) };
    expect(readFrozen({ ...stored, meta: null })).toMatchObject({ question: null, meta: {} });
    const other = readFrozen({ ...stored, meta: '{"jsonQuery":{"limit":1}}' });
    expect(other).toMatchObject({ question: null, meta: { jsonQuery: { limit: 1 } } });
    expect(thawReport(other).meta).toEqual({});
  });

  it('has only its own JSON query', () => {
    const meta = { jsonQuery: '{"measures":["salaries.sum"]}' };
    expect(writeFrozen(freezeReport({ ...report, question: null, meta })).meta).toBe('{}');
    const own = writeFrozen(freezeReport({ ...report, meta: { jsonQuery: '{}' } }));
    expect(JSON.parse(own.meta ?? '')).toEqual({ jsonQuery: json });
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
    expect(thawReport(freezeReport({ ...report, question: null }))).toEqual({ ...report, question: null });
    expect(thawReport(freezeReport({ ...report, meta: null }))).toEqual({ ...report, meta: {} });
  });
});
