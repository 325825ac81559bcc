import { OrreryError } from '@orrery/client';
import type { Query } from '@orrery/client/data';
import { Button } from '../../controls/button.tsx';
import type { QueryableView } from '../../model/views.ts';
import { exploreWords as words } from '../../words/explore-words.ts';
import { removeMember, setFilter, setLimit, setRange } from '../query/edit-query.ts';
import { queryMembers, memberNamed } from '../query/fields.ts';

interface WaysOutProps {
  readonly error: Error;
  readonly view: QueryableView;
  readonly query: Query;
  readonly onQuery: (query: Query) => void;
}

/** Says what is wrong in detail, and what can be done: members that are not there are taken out, a limit that is too high falls. */
export default function WaysOut({ error, view, query, onQuery }: WaysOutProps) {
  const details = error instanceof OrreryError && error.status < 500 ? error.details : [];
  const others = details.filter(({ message }) => message !== error.message);
  const hints = details.flatMap(({ hint }) => (hint === undefined ? [] : [hint]));
  const unknown = queryMembers(query).filter((name) => !memberNamed(view, name));
  const isTooMany = details.some(({ code }) => code === 'query.limit-exceeded');
  return (
    <>
      {others.length + hints.length === 0 ? null : (
        <ul className="problems">
          {[...others.map(({ message }) => message), ...hints].map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {unknown.map((name) => (
        <Button key={name} onPress={() => onQuery(withoutMember(query, name))}>
          {words.remove(name)}
        </Button>
      ))}
      {isTooMany ? <Button onPress={() => onQuery(setLimit(query, undefined))}>{words.limitOfModel}</Button> : null}
    </>
  );
}

/** Without a member anywhere: shown, sorted by, or a condition. */
function withoutMember(query: Query, name: string): Query {
  const shown = setRange(removeMember(query, name), name, undefined);
  const filters = (shown.filters ?? []).map((filter, index) => ({ filter, index }));
  return filters
    .filter(({ filter }) => JSON.stringify(filter).includes(JSON.stringify(name)))
    .toReversed()
    .reduce((rest: Query, { index }) => setFilter(rest, index, undefined), shown);
}
