import { dayMs, type Instant, offsetAt, transitionsBetween, type Zone } from '../time/index.ts';
import { operator, type Sql } from '../sql/index.ts';
import type { InstantSpan } from '../plan/index.ts';

/** Years whose offsets are written out when the instants that occur are unknown. */
const tabulated = { from: Date.UTC(1970, 0, 1) as Instant, to: Date.UTC(2038, 0, 1) as Instant };

/** Offset of a zone from an instant on; the first one also applies to everything before. */
interface Stretch {
  readonly from: Instant;
  readonly offset: Sql;
}

/** Longer spans are written out for the tabulated years only: ten thousand years have twenty thousand changes. */
const widestSpanMs = 200 * 366 * dayMs;

/**
 * Distance in microseconds from UTC to the wall clock of `zone` at a stored instant: a balanced search over the zone's
 * transitions, because a conversion by an engine costs ten times as much per row.
 *
 * @param span instants that can occur; without it, `elsewhere` computes those outside the tabulated years
 */
export function offsetMicroseconds(
  instant: Sql,
  zone: Zone,
  span: InstantSpan | undefined,
  elsewhere: (instant: Sql, zone: Zone) => Sql,
): Sql {
  const { from, to } = writtenOut(span);
  if (from >= to) return elsewhere(instant, zone);
  const known: readonly Stretch[] = [
    { from, offset: microseconds(offsetAt(zone, from)) },
    ...transitionsBetween(zone, from, to).map(({ at, offsetMs }) => ({ from: at, offset: microseconds(offsetMs) })),
  ];
  const before = span?.from === undefined || span.from < from ? [{ from, offset: elsewhere(instant, zone) }] : [];
  const after = span?.to === undefined || span.to > to ? [{ from: to, offset: elsewhere(instant, zone) }] : [];
  return search(instant, [...before, ...known, ...after]);
}

function writtenOut(span: InstantSpan | undefined): { readonly from: Instant; readonly to: Instant } {
  const { from, to } = span ?? {};
  if (from !== undefined && to !== undefined && to - from <= widestSpanMs) return { from, to };
  return {
    from: from !== undefined && from > tabulated.from ? from : tabulated.from,
    to: to !== undefined && to < tabulated.to ? to : tabulated.to,
  };
}

function search(instant: Sql, stretches: readonly Stretch[]): Sql {
  const [only] = stretches;
  if (!only) throw new Error('a zone has an offset at every instant');
  if (stretches.length === 1) return only.offset;
  const middle = Math.ceil(stretches.length / 2);
  const later = stretches.slice(middle);
  const boundary: Sql = { kind: 'instant', instant: (later[0] ?? only).from };
  return {
    kind: 'case',
    when: [{ condition: operator('<', instant, boundary), value: search(instant, stretches.slice(0, middle)) }],
    otherwise: search(instant, later),
  };
}

function microseconds(offsetMs: number): Sql {
  return { kind: 'integer', value: offsetMs * 1000 };
}
