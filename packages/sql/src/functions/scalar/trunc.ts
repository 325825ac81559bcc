import { shownLiteral } from '@orrery/kernel';
import { quotedZone } from '../duckdb/cast.ts';
import { cannot } from '../duckdb/rendered.ts';
import { fillTemplate, quoted } from '../duckdb/template.ts';
import type { DuckDbRendering } from '../entry.ts';
import { family, type FunctionRow } from '../family.ts';
import { fieldNamed } from './extract.ts';

const clocks: ReadonlySet<string> = new Set(['hour', 'minute', 'second', 'milliseconds', 'microseconds']);
const days: ReadonlySet<string> = new Set([
  'day',
  'week',
  'month',
  'quarter',
  'year',
  'decade',
  'century',
  'millennium',
]);

/** Centuries and millennia begin with the year 1 in PostgreSQL, with the year 0 in DuckDB. */
function truncated(unit: string, text: string): string {
  const years = { century: 100, millennium: 1000 }[unit];
  if (years === undefined) return `date_trunc('${unit}', ${text})`;
  const year = `datepart('year', ${text})`;
  return `CASE WHEN ${year} > 0 THEN make_timestamp((${year} - 1) // ${years} * ${years} + 1, 1, 1, 0, 0, 0) WHEN ${text} IS NULL THEN NULL ELSE error('centuries before the year 1 are not rendered') END`;
}

const endless = (text: string, body: string) => `CASE WHEN NOT isfinite(${text}) THEN ${text} ELSE ${body} END`;

const plain: DuckDbRendering = ([unit, value]) => {
  const name = unit?.constant;
  if (name === undefined || name === null || !value) return cannot('the unit of date_trunc must be a constant');
  const word = fieldNamed(name);
  if (!clocks.has(word) && !days.has(word)) return cannot(`date_trunc has no unit ${shownLiteral(name)}`);
  return fillTemplate(endless('$1', truncated(word, '$1')), [value.text]);
};

/**
 * Truncates in the zone of the session, or in that of the third argument. Hours and smaller units keep the offset of
 * the moment.
 */
const zoned: DuckDbRendering = ([unit, value, zone], type, session) => {
  const name = unit?.constant;
  if (name === undefined || name === null || !value) return cannot('the unit of date_trunc must be a constant');
  const word = fieldNamed(name);
  const inZone = zone === undefined ? quotedZone(session) : zoneText(zone.constant);
  if (inZone === undefined) return cannot('the zone of date_trunc must be a constant');
  const local = `timezone(${inZone}, $1)`;
  if (days.has(word)) {
    const text = endless('$1', `timezone(${inZone}, ${truncated(word, local)})`);
    return { text: fillTemplate(text, [value.text]), type };
  }
  if (!clocks.has(word)) return cannot(`date_trunc has no unit ${name}`);
  const back = `$1 - to_microseconds(epoch_us(${local}) - epoch_us(date_trunc('${word}', ${local})))`;
  return { text: fillTemplate(endless('$1', back), [value.text]), type };
};

function zoneText(zone: string | null | undefined): string | undefined {
  return zone === undefined || zone === null ? undefined : quoted(zone);
}

/** Units of an interval below the one that is kept become 0. */
const ofInterval: DuckDbRendering = ([unit, value], type) => {
  const name = unit?.constant;
  if (name === undefined || name === null || !value) return cannot('the unit of date_trunc must be a constant');
  const kept = { year: 12, quarter: 3, month: 1, decade: 120, century: 1200, millennium: 12_000 }[fieldNamed(name)];
  const clock = { hour: 3_600_000_000, minute: 60_000_000, second: 1_000_000, milliseconds: 1000, microseconds: 1 }[
    fieldNamed(name)
  ];
  const months = "(datepart('year', $1) * 12 + datepart('month', $1))";
  if (kept !== undefined)
    return { text: fillTemplate(`to_months(CAST(${months} // ${kept} * ${kept} AS INTEGER))`, [value.text]), type };
  const whole = `to_months(CAST(${months} AS INTEGER)) + to_days(CAST(datepart('day', $1) AS INTEGER))`;
  if (fieldNamed(name) === 'day') return { text: fillTemplate(whole, [value.text]), type };
  if (clock === undefined) return cannot(`date_trunc of interval has no unit ${name}`);
  const time = "(datepart('hour', $1) * 3600000000 + datepart('minute', $1) * 60000000 + datepart('microsecond', $1))";
  return { text: fillTemplate(`${whole} + to_microseconds(${time} // ${clock} * ${clock})`, [value.text]), type };
};

const rows: readonly FunctionRow[] = [
  ['date_trunc', 'text, timestamp -> timestamp', plain],
  [
    'date_trunc',
    ['text, timestamptz -> timestamptz', 'text, timestamptz, text -> timestamptz'],
    zoned,
    { volatility: 'stable' },
  ],
  ['date_trunc', 'text, interval -> interval', ofInterval],
];

export const truncFunctions = family(rows);
