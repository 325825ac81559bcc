import { type SqlType, typeText } from '../../types/index.ts';
import type { StatementSession } from '../entry.ts';
import { scaleOf } from './numeric.ts';
import { type CannotRender, cannot, type Rendered } from './rendered.ts';
import { fillTemplate, quoted } from './template.ts';

/** Doubles: the shortest digits that name the value, `1e+15` from there on, no point behind whole numbers. */
const written = 'CAST($1 AS VARCHAR)';
const special = "WHEN isnan($1) THEN 'NaN' WHEN isinf($1) THEN CASE WHEN $1 > 0 THEN 'Infinity' ELSE '-Infinity' END";
const sixteenDigits = `regexp_replace(regexp_replace(${written}, '^(-?\\d)(\\d{15})\\.(\\d+)$', '\\1.\\2\\3'), '\\.?0*$', '') || 'e+15'`;
const double = `CASE ${special} WHEN abs($1) >= 1e15 AND abs($1) < 1e16 THEN ${sixteenDigits} ELSE regexp_replace(${written}, '\\.0$', '') END`;

function part(name: string, unit: string, before: string): string {
  const value = `datepart('${name}', $1)`;
  const sign = before === '' ? "''" : `CASE WHEN (${before}) AND ${value} > 0 THEN '+' ELSE '' END`;
  return `CASE WHEN ${value} = 0 THEN NULL ELSE ${sign} || ${value} || CASE WHEN ${value} = 1 THEN ' ${unit}' ELSE ' ${unit}s' END END`;
}

const [isYearLast, isMonthLast] = ["datepart('year', $1) < 0", "datepart('month', $1) < 0"];
const dayBefore = `CASE WHEN datepart('month', $1) <> 0 THEN ${isMonthLast} ELSE ${isYearLast} END`;
const timeBefore = `CASE WHEN datepart('day', $1) <> 0 THEN datepart('day', $1) < 0 ELSE ${dayBefore} END`;
const microseconds =
  "(datepart('hour', $1) * 3600000000 + datepart('minute', $1) * 60000000 + datepart('microsecond', $1))";
const clock = `CASE WHEN ${microseconds} < 0 THEN '-' WHEN (${timeBefore}) AND ${microseconds} > 0 THEN '+' ELSE '' END || lpad(CAST(abs(datepart('hour', $1)) AS VARCHAR), CAST(greatest(2, length(CAST(abs(datepart('hour', $1)) AS VARCHAR))) AS INTEGER), '0') || ':' || lpad(CAST(abs(datepart('minute', $1)) AS VARCHAR), 2, '0') || ':' || lpad(CAST(abs(datepart('microsecond', $1)) // 1000000 AS VARCHAR), 2, '0') || CASE WHEN datepart('microsecond', $1) % 1000000 = 0 THEN '' ELSE '.' || rtrim(lpad(CAST(abs(datepart('microsecond', $1)) % 1000000 AS VARCHAR), 6, '0'), '0') END`;
const interval = `CASE WHEN $1 IS NULL THEN NULL ELSE concat_ws(' ', ${part('year', 'year', '')}, ${part('month', 'mon', isYearLast)}, ${part('day', 'day', dayBefore)}, CASE WHEN ${microseconds} <> 0 OR (datepart('year', $1) = 0 AND datepart('month', $1) = 0 AND datepart('day', $1) = 0) THEN ${clock} END) END`;

const day = "replace(CAST($1 AS VARCHAR), ' (BC)', ' BC')";

/** Writes a value as PostgreSQL shows it. */
export function toText(operand: Rendered, to: SqlType, { zone }: StatementSession): Rendered | CannotRender {
  const as = (template: string): Rendered => ({
    text: fillTemplate(template, [operand.text]),
    type: { name: to.name },
  });
  switch (operand.type.name) {
    case 'bool':
      return as("CASE WHEN $1 THEN 'true' WHEN NOT $1 THEN 'false' END");
    case 'int2':
    case 'int4':
    case 'int8':
    case 'oid':
    case 'xid':
    case 'uuid':
    case 'time':
      return as('CAST($1 AS VARCHAR)');
    case 'numeric':
      if (!scaleOf(operand).isShown)
        return cannot('the number of decimals of this numeric depends on its value; round it before it becomes text');
      return as('CAST($1 AS VARCHAR)');
    case 'float8':
    case 'float4':
      return operand.type.name === 'float4'
        ? cannot('real is not rendered as text; cast it to double precision')
        : as(double);
    case 'date':
    case 'timestamp':
      return as(day);
    case 'timestamptz': {
      const local = `timezone(${quoted(zone)}, $1)`;
      const offset = `CAST(epoch_us(${local}) - epoch_us($1) AS BIGINT) // 60000000`;
      const sign = `CASE WHEN ${offset} < 0 THEN '-' ELSE '+' END || lpad(CAST(abs(${offset}) // 60 AS VARCHAR), 2, '0')`;
      const minutes = `CASE WHEN ${offset} % 60 = 0 THEN '' ELSE ':' || lpad(CAST(abs(${offset}) % 60 AS VARCHAR), 2, '0') END`;
      return as(
        `CASE WHEN isfinite($1) THEN CAST(${local} AS VARCHAR) || ${sign} || ${minutes} ELSE CAST($1 AS VARCHAR) END`,
      );
    }
    case 'interval':
      return as(interval);
    case 'bytea':
      return as("'\\x' || lower(hex($1))");
    default:
      return cannot(`${typeText(operand.type.name)} is not rendered as text`);
  }
}
