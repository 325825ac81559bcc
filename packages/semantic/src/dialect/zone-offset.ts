import { offsetAt, transitionsBetween } from '../query/zone.ts';
import type { InstantSpan } from '../plan/plan.ts';
import type { Instant, Zone } from '../query/query.ts';
import { operator, type Sql } from '../sql/sql.ts';

/** Years whose offsets are written out when nothing says which instants occur. */
const tabulated = { from: Date.UTC(1970, 0, 1) as Instant, to: Date.UTC(2038, 0, 1) as Instant };

/** Offset of a zone in force from an instant on; the first one holds for everything before the second. */
interface Stretch {
  readonly from: Instant;
  readonly offset: Sql;
}

/**
 * The distance from UTC to the wall clock of `zone` at a stored instant, in microseconds: a balanced search over the
 * zone's transitions, because a conversion by an engine costs ten times as much for each row.
 *
 * @param span instants that can occur; without it, those outside the tabulated years are left to `elsewhere`
 */
export function offsetMicroseconds(
  instant: Sql,
  zone: Zone,
  span: InstantSpan | undefined,
  elsewhere: (instant: Sql, zone: Zone) => Sql,
): Sql {
  const isBounded = span?.from !== undefined && span.to !== undefined;
  const from = span?.from ?? tabulated.from;
  const to = span?.to ?? tabulated.to;
  const known: readonly Stretch[] = [
    { from, offset: microseconds(offsetAt(zone, from)) },
    ...transitionsBetween(zone, from, to).map(({ at, offsetMs }) => ({ from: at, offset: microseconds(offsetMs) })),
  ];
  if (isBounded) return search(instant, known);
  const other = elsewhere(instant, zone);
  const [first] = known;
  const before = span?.from === undefined && first ? [{ from, offset: other }] : [];
  const after = span?.to === undefined ? [{ from: to, offset: other }] : [];
  return search(instant, [...before, ...known, ...after]);
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
