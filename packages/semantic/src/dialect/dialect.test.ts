import { describe, expect, it } from 'vitest';
import type { Instant, Zone } from '../time/instant.ts';
import { render } from '../sql/render.ts';
import type { Select, Sql } from '../sql/sql.ts';
import { dialects } from './registry.ts';

/** Names and values that have broken quoting in some program. Every registered dialect is tested with all of them. */
const hostile = [
  "'",
  '"',
  '\\',
  '`',
  '; DROP TABLE orders; --',
  '/* */',
  '\n',
  '$1',
  '?',
  '%_',
  '\u202e',
  "'||version()||'",
  'constructor',
  '__proto__',
];

function selecting(expression: Sql, alias = 'value'): Select {
  return {
    kind: 'select',
    columns: [{ expression, alias }],
    from: { kind: 'source', sql: { kind: 'fragment', parts: ['rows'] }, isSelect: false, alias: 'rows' },
    where: [],
    groupBy: [],
    having: [],
    orderBy: [],
    offset: 0,
  };
}

describe.each(dialects)('$name', (dialect) => {
  it.each(hostile)('binds the value %j and never writes it into the text', (text) => {
    for (const value of [
      { kind: 'parameter', type: 'string', text } as const,
      { kind: 'text-match', match: 'contains', operand: { kind: 'null' }, value: text } as const,
    ]) {
      const plain = render(
        selecting({ ...value, ...('text' in value ? { text: 'x' } : { value: 'x' }) } as Sql),
        dialect,
      );
      const rendered = render(selecting(value), dialect);
      expect(rendered.text).toBe(plain.text);
      expect(rendered.params).toEqual([text]);
    }
  });

  it.each(hostile)('keeps the name %j inside its quotes', (name) => {
    const quoted = dialect.quoteIdentifier(name);
    const quote = quoted.slice(0, 1);
    expect(quote).toBe(dialect.castTypes.string === 'STRING' ? '`' : '"');
    const inner = quoted.slice(1, -1);
    if (dialect.name === 'bigquery') {
      // A backslash begins an escape, and only that of a line break has another character than the name.
      expect(inner.replaceAll(/\\./g, '')).not.toMatch(/[`\\\n]/);
      expect(inner.replaceAll(/\\(.)/g, (_, escaped: string) => (escaped === 'n' ? '\n' : escaped))).toBe(name);
      return;
    }
    expect(inner.replaceAll(quote + quote, '')).not.toContain(quote);
    const plain = inner.replaceAll(quote + quote, quote);
    // ClickHouse reads escapes in names.
    expect(dialect.name === 'clickhouse' ? plain.replaceAll('\\\\', '\\') : plain).toBe(name);
  });

  it('keeps the digits of numbers and picks a type that holds them', () => {
    for (const digits of ['9007199254740993', '-1', '0.1', '123456789012345678901234567890', '00012.500']) {
      const rendered = render(selecting({ kind: 'parameter', type: 'number', text: digits }), dialect);
      expect(rendered.params).toEqual([digits]);
      expect(rendered.text).not.toContain(dialect.castTypes.double);
    }
    expect(dialect.numberType('1e3')).toBe(dialect.castTypes.double);
  });

  it('writes instants of every year a range can reach', () => {
    const text = (instant: number) => render(selecting({ kind: 'instant', instant: instant as Instant }), dialect).text;
    if (dialect.name === 'clickhouse') {
      // As a number of microseconds: literals of later years than 2299 are cut.
      for (const instant of [Date.UTC(2024, 0, 31, 23, 59, 59, 999), Date.UTC(9999, 11, 31), -62_135_600_400_000])
        expect(text(instant)).toContain(`fromUnixTimestamp64Micro(toInt64(${instant * 1000}), 'UTC')`);
      return;
    }
    expect(text(Date.UTC(2024, 0, 31, 23, 59, 59, 999))).toContain("'2024-01-31 23:59:59.999");
    const { endOfTime = Number.POSITIVE_INFINITY } = dialect;
    const last = Math.min(Date.UTC(10000, 0, 1), endOfTime - 1);
    expect(text(last)).toContain(last < endOfTime - 1 ? "'10000-01-01 00:00:00.000" : "'9999-12-31 23:59:59.999");
    if (['snowflake', 'bigquery'].includes(dialect.name)) {
      // Their calendars begin in the year 1.
      expect(text(new Date('0000-12-31T23:00:00Z').getTime())).toContain("'0001-01-01");
      return;
    }
    expect(text(new Date('0000-12-31T23:00:00Z').getTime())).toMatch(
      /'0001-12-31 23:00:00.000.*BC|'0000-12-31 23:00:00.000|\(-62135600400000\)/,
    );
  });

  it('writes out the changes of a zone for two centuries at most, whatever the span', () => {
    const span = { from: Date.UTC(-1, 0, 1) as Instant, to: Date.UTC(10_000, 0, 1) as Instant };
    const operand: Sql = { kind: 'column', table: 't', name: 'x' };
    const local: Sql = { kind: 'local-time', operand, zone: 'America/New_York' as Zone, span };
    expect(render(selecting(local), dialect).text.length).toBeLessThan(20_000);
  });

  it("ends an author's comment before the following SQL", () => {
    const commented: Sql = { kind: 'fragment', parts: ['amount -- gross'] };
    const { text } = render(selecting({ kind: 'null-test', operand: commented, isNegated: false }), dialect);
    expect(text).toContain('(amount -- gross\n) IS NULL');
  });

  it('refuses a zone that is not among its arguments', () => {
    const bucket: Sql = {
      kind: 'bucket',
      operand: { kind: 'column', table: 't', name: 'x' },
      granularity: 'day',
      zone: 'UTC' as Zone,
    };
    expect(render(selecting(bucket), dialect).text).not.toContain('America');
  });
});

it('writes a relation of no rows without a WHERE, where a SELECT without FROM has none', () => {
  const select: Select = {
    ...selecting({ kind: 'column', table: 'none', name: 'a' }),
    from: { kind: 'values', columns: ['a'], rows: [], alias: 'none' },
  };
  const texts = new Map(dialects.map((dialect) => [dialect.name, render(select, dialect).text]));
  expect(texts.get('bigquery')).toContain('SELECT NULL AS `a` LIMIT 0');
  expect(texts.get('snowflake')).toContain('SELECT NULL AS "a" WHERE FALSE');
});

it('writes a constant with a quote as the engine reads it', () => {
  const texts = dialects.map(({ name, quoteText }) => [name, quoteText("'")]);
  expect(Object.fromEntries(texts)).toMatchObject({
    bigquery: `"'"`,
    snowflake: "''''",
    spark: 'char(39)',
    postgres: "''''",
  });
});

it('multiplies all factors in one product, whose decimals Snowflake tests', () => {
  const [snowflake] = dialects.filter(({ name }) => name === 'snowflake');
  if (!snowflake) throw new Error('no Snowflake');
  const column = (name: string): Sql => ({ kind: 'column', table: 't', name });
  const inner: Sql = { kind: 'product', operands: [column('a'), column('b')] };
  const { text } = render(selecting({ kind: 'product', operands: [inner, column('c')] }), snowflake);
  expect(text).toContain('ELSE "t"."a" * "t"."b" * "t"."c" END');
  expect(text).toContain('CASE WHEN 3e-15 * ABS(');
});
