import type { Query } from '@orrery/client/data';
import { Button } from '../../controls/button.tsx';
import type { QueryableView } from '../../model/views.ts';
import { exploreWords as words } from '../../words/explore-words.ts';
import { removeMember, setFilter, setRange } from '../query/edit-query.ts';
import { memberNamed } from '../query/fields.ts';
import { filterText, rangeText } from '../query/sentence.ts';

interface NoRowsProps {
  readonly view: QueryableView;
  readonly query: Query;
  readonly onQuery: (query: Query) => void;
}

/** Names the conditions that leave nothing, each with a way to take it off. */
export default function NoRows({ view, query, onQuery }: NoRowsProps) {
  const titleOf = (name: string) => memberNamed(view, name)?.title ?? name;
  const conditions = [
    ...(query.timeDimensions ?? []).flatMap(({ dimension, dateRange }) =>
      dateRange === undefined
        ? []
        : [
            {
              text: words.inRange(titleOf(dimension), rangeText(dateRange)),
              without: setRange(query, dimension, undefined),
            },
          ],
    ),
    ...(query.segments ?? []).map((name) => ({ text: titleOf(name), without: removeMember(query, name) })),
    ...(query.filters ?? []).map((filter, index) => ({
      text: filterText(filter, view),
      without: setFilter(query, index, undefined),
    })),
  ];
  return (
    <div className="answer-empty">
      <p>
        {conditions.length === 0 ? words.noRows : words.noRowsBecause(conditions.map(({ text }) => text).join(', '))}
      </p>
      {conditions.map(({ text, without }) => (
        <Button key={text} onPress={() => onQuery(without)}>
          {words.withoutFilter(text)}
        </Button>
      ))}
    </div>
  );
}
