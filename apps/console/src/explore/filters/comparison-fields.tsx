import { useState } from 'react';
import { Choice } from '../../controls/choice.tsx';
import { TextField } from '../../controls/text-field.tsx';
import { comparedBy, type QueryDateRange, rangeBefore } from '../../model/comparison.ts';
import { exploreDetailWords as details } from '../../words/explore-detail-words.ts';
import { exploreWords as words } from '../../words/explore-words.ts';
import { rangeText } from '../query/sentence.ts';
import { daysOf } from './range-days.ts';

const ways = ['nothing', 'period', 'year', 'days', 'kept'] as const;
type Way = (typeof ways)[number];

function wayOf(range: QueryDateRange | undefined, compared: readonly QueryDateRange[]): Way {
  const [other, ...more] = compared;
  if (other === undefined || range === undefined) return 'nothing';
  if (more.length > 0) return 'kept';
  return comparedBy(range, other) ?? (typeof other === 'string' ? 'kept' : 'days');
}

/** Comparison of a range, while it is edited. */
export function useComparison(range: QueryDateRange | undefined, compared: readonly QueryDateRange[]) {
  const [way, setWay] = useState(() => wayOf(range, compared));
  const [first, last] = daysOf(wayOf(range, compared) === 'days' ? compared[0] : undefined);
  const [from, setFrom] = useState(first);
  const [to, setTo] = useState(last);
  const isTurned = from !== '' && to !== '' && to < from;
  return {
    ...{ way, setWay, from, setFrom, to, setTo, isTurned, compared },
    isFaulty: way === 'days' && (from === '' || to === '' || isTurned),
    /** The ranges that a range is compared with. */
    rangesFor: (next: QueryDateRange): readonly QueryDateRange[] => {
      if (way === 'period' || way === 'year') return [rangeBefore(next, way)];
      if (way === 'days') return from === '' || to === '' || isTurned ? [] : [[from, to]];
      return way === 'kept' ? compared : [];
    },
  };
}

/** Chooses another range, whose rows stand next to those of the first one. */
export function ComparisonFields({
  way,
  setWay,
  from,
  setFrom,
  to,
  setTo,
  isTurned,
  compared,
}: ReturnType<typeof useComparison>) {
  const options = [
    { id: 'nothing', title: details.compareNothing },
    { id: 'period', title: details.comparePeriod },
    { id: 'year', title: details.compareYear },
    { id: 'days', title: details.compareDays },
    ...(way === 'kept' ? [{ id: 'kept', title: details.compareKept(words.list(compared.map(rangeText))) }] : []),
  ];
  return (
    <>
      <Choice
        label={details.compareWith}
        value={way}
        sections={[{ title: '', options }]}
        onChange={(id) => setWay(ways.find((each) => each === id) ?? 'nothing')}
      />
      {way === 'days' ? (
        <div className="days">
          <TextField type="date" label={details.compareFrom} value={from} onChange={setFrom} />
          <TextField
            type="date"
            label={details.compareTo}
            value={to}
            onChange={setTo}
            fault={isTurned ? details.rangeTurned : undefined}
          />
        </div>
      ) : null}
    </>
  );
}
