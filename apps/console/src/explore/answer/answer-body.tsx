import type { Query } from '@orrery/client/data';
import { lazy, type ReactNode, Suspense } from 'react';
import type { QueryAnswer } from '@orrery/embed';
import { Button } from '../../controls/button.tsx';
import type { QueryableView } from '../../model/views.ts';
import { Failure } from '../../shell/failure.tsx';
import { Waiting } from '../../shell/waiting.tsx';
import { exploreWords as words } from '../../words/explore-words.ts';
import type { AnswerState } from './use-answer.ts';

interface AnswerBodyProps {
  readonly answer: AnswerState;
  readonly view: QueryableView;
  readonly query: Query;
  readonly isStatement: boolean;
  readonly title: string;
  readonly show: (answered: QueryAnswer) => ReactNode;
  readonly onQuery: (query: Query) => void;
}

const height = 360;

// Answers with rows do without them.
const NoRows = lazy(() => import('./no-rows.tsx'));
const WaysOut = lazy(() => import('./ways-out.tsx'));

/** The rows, or what there is in their place. */
export function AnswerBody({ answer, view, query, isStatement, title, show, onQuery }: AnswerBodyProps) {
  const { data, error, isAsked } = answer;
  if (!isAsked) return <p className="answer-empty">{words.empty}</p>;
  if (error) {
    return (
      <div className="answer-failed">
        <Failure error={error} onAgain={answer.again} />
        {isStatement ? null : (
          <Suspense fallback={null}>
            <WaysOut error={error} view={view} query={query} onQuery={onQuery} />
          </Suspense>
        )}
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
      <Suspense fallback={null}>
        <NoRows view={view} query={query} onQuery={onQuery} />
      </Suspense>
    );
  }
  return (
    <div className="answer-rows" data-is-old={answer.isFetching || answer.isEarlier || undefined}>
      {show(data)}
    </div>
  );
}
