import { OrreryError } from '@orrery/client';
import type { Query } from '@orrery/client/data';
import type { ReactNode } from 'react';
import type { Answered } from '../../api/answer-queries.ts';
import { Button } from '../../controls/button.tsx';
import type { View } from '../../model/views.ts';
import { Failure } from '../../shell/failure.tsx';
import { Waiting } from '../../shell/waiting.tsx';
import { exploreWords as words } from '../../words/explore-words.ts';
import { compares, removeMember, setFilter, setLimit, setRange, withoutComparison } from '../query/edit-query.ts';
import { membersOf, memberNamed } from '../query/fields.ts';
import { filterText, rangeText } from '../query/sentence.ts';
import type { AnswerState } from './use-answer.ts';

interface AnswerBodyProps {
  readonly answer: AnswerState;
  readonly view: View;
  readonly query: Query;
  readonly isStatement: boolean;
  readonly title: string;
  readonly show: (answered: Answered) => ReactNode;
  readonly onQuery: (query: Query) => void;
}

const height = 360;

/** The rows, or what there is in their place. */
export function AnswerBody({ answer, view, query, isStatement, title, show, onQuery }: AnswerBodyProps) {
  const { data, error, isAsked } = answer;
  if (!isStatement && compares(query)) {
    return (
      <div className="answer-failed">
        <p className="notice">{words.noComparison}</p>
        <Button onPress={() => onQuery(withoutComparison(query))}>{words.withoutComparison}</Button>
      </div>
    );
  }
  if (!isAsked) return <p className="answer-empty">{words.empty}</p>;
  if (error) {
    return (
      <div className="answer-failed">
        <Failure error={error} onAgain={answer.again} />
        {isStatement ? null : <WaysOut error={error} view={view} query={query} onQuery={onQuery} />}
      </div>
    );
  }
  if (answer.isCancelled) {
    return (
      <div className="answer-empty">
        <p>{words.cancelled}</p>
        <Button onPress={answer.again}>{words.run}</Button>
      </div>
    );
  }
  if (!data) return <Waiting what={title} height={height} />;
  if (data.rows.length === 0 && !answer.isEarlier) {
    return isStatement ? (
      <p className="answer-empty">{words.noRows}</p>
    ) : (
      <NoRows view={view} query={query} onQuery={onQuery} />
    );
  }
  return (
    <div className="answer-rows" data-is-earlier={answer.isFetching || answer.isEarlier || undefined}>
      {show(data)}
    </div>
  );
}

interface PartProps {
  readonly view: View;
  readonly query: Query;
  readonly onQuery: (query: Query) => void;
}

/** Names the conditions that leave nothing, each with a way to take it off. */
function NoRows({ view, query, onQuery }: PartProps) {
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

/** Says what is wrong in detail, and what can be done: members that are not there are taken out, a limit that is too high falls. */
function WaysOut({ error, view, query, onQuery }: PartProps & { readonly error: Error }) {
  const details = error instanceof OrreryError && error.status < 500 ? error.details : [];
  const others = details.filter(({ message }) => message !== error.message);
  const hints = details.flatMap(({ hint }) => (hint === undefined ? [] : [hint]));
  const unknown = membersOf(query).filter((name) => !memberNamed(view, name));
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
