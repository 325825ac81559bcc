import { call, fragment, operator, type Sql } from '../sql/index.ts';
import {
  type Instant,
  offsetAt,
  secondMs,
  transitionsBetween,
  type YearlyChange,
  yearlyRule,
  type YearlyRule,
  type Zone,
} from '../time/index.ts';
import type { InstantSpan } from '../plan/index.ts';

/** Older than any zone: before the first change, its clocks always had the same offset. */
const beginning = Date.UTC(1800, 0, 1) as Instant;

/**
 * Distance in seconds from UTC to the wall clock of `zone` at a stored instant. Servers have no zones unless an
 * operator loads them, and return NULL for unknown ones; so the statement contains all changes of the zone, and its
 * rule for future years.
 *
 * @param span instants that can occur
 */
export function offsetSeconds(instant: Sql, zone: Zone, span: InstantSpan | undefined): Sql {
  const rule = yearlyRule(zone);
  const from = span?.from !== undefined && span.from > beginning ? span.from : beginning;
  const to = span?.to !== undefined && span.to < rule.from ? span.to : rule.from;
  if (from >= to) return byRule(instant, rule);
  const known = tabulated(instant, zone, from, to);
  const isLater = to === rule.from && rule.changes.length > 0 && !(span?.to !== undefined && span.to <= rule.from);
  if (!isLater) return known;
  const later = operator('>=', instant, { kind: 'instant', instant: rule.from });
  return { kind: 'case', when: [{ condition: later, value: byRule(instant, rule) }], otherwise: known };
}

/** INTERVAL finds its first argument among the others, which ascend, by binary search; ELT picks by position. */
function tabulated(instant: Sql, zone: Zone, from: Instant, to: Instant): Sql {
  const first = seconds(offsetAt(zone, from));
  const changes = transitionsBetween(zone, from, to);
  if (changes.length === 0) return first;
  const start: Sql = { kind: 'instant', instant: beginning };
  const elapsed = fragment('TIMESTAMPDIFF(SECOND, ', start, ', ', instant, ')');
  const position = call('INTERVAL', elapsed, ...changes.map(({ at }) => seconds(at - beginning)));
  const offsets = [first, ...changes.map(({ offsetMs }) => seconds(offsetMs))];
  return fragment(
    'CAST(',
    call('ELT', operator('+', position, { kind: 'integer', value: 1 }), ...offsets),
    ' AS SIGNED)',
  );
}

function byRule(instant: Sql, { changes, offsetMs }: YearlyRule): Sql {
  if (changes.length === 0) return seconds(offsetMs);
  const when = changes
    .toReversed()
    .map((change) => ({ condition: isPast(instant, change), value: seconds(change.offsetMs) }));
  return { kind: 'case', when, otherwise: seconds(offsetMs) };
}

/** Whether the latest such weekday is on or after the date of the year. Day 2 of `TO_DAYS` is a Monday. */
function isPast(instant: Sql, { month, day, weekday, timeMs }: YearlyChange): Sql {
  const days = call('TO_DAYS', fragment(instant, ' - INTERVAL ', seconds(timeMs), ' SECOND'));
  const sinceWeekday = call('MOD', operator('+', days, { kind: 'integer', value: 12 - weekday }), {
    kind: 'integer',
    value: 7,
  });
  const date = [month, day].map((part) => `-${String(part).padStart(2, '0')}`).join('');
  const earliest = call('TO_DAYS', call('CONCAT', call('YEAR', instant), fragment(`'${date}'`)));
  return operator('>=', operator('-', days, sinceWeekday), earliest);
}

function seconds(ms: number): Sql {
  return { kind: 'integer', value: ms / secondMs };
}
