import type { Meta, MetaCube } from '@orrery/client/data';
import { Answer } from '@orrery/embed';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import type { DataIdentity } from '../api/data.ts';
import { answerQueries } from '../api/answer-queries.ts';
import { queries } from '../api/queries.ts';
import { Failure } from '../shell/failure.tsx';
import { addressOf } from '../page/addresses.ts';
import { mayExplore } from '../shell/may-explore.ts';
import { useIsDark } from '../shell/theme.ts';
import { Waiting } from '../shell/waiting.tsx';
import { homeWords as words } from '../words/home-words.ts';
import { locale } from '../words/spoken.ts';
import { type FirstQuery, firstQuery } from './first-query.ts';

interface FirstAnswerProps {
  readonly asker: DataIdentity;
  readonly meta: Meta;
  readonly view: MetaCube;
}

/** The first query of a view, answered. */
export function FirstAnswer({ asker, meta, view }: FirstAnswerProps) {
  const first = firstQuery(view);
  if (!first) return null;
  return <Answered asker={asker} meta={meta} view={view} first={first} />;
}

interface AnsweredProps extends FirstAnswerProps {
  readonly first: FirstQuery;
}

const height = 360;

function Answered({ asker, meta, view, first }: AnsweredProps) {
  const heading = useId();
  const isDark = useIsDark();
  const answer = useQuery(answerQueries.answer(asker, first.query, meta));
  const person = useQuery(queries.person).data;
  const title = titleOf(first);
  const zone = answer.data?.timezone;
  const body = () => {
    if (answer.isPending) return <Waiting what={title} height={height} />;
    if (answer.isError) return <Failure error={answer.error} onAgain={() => void answer.refetch()} />;
    const { columns, rows } = answer.data;
    if (rows.length === 0) return <p>{words.noRows}</p>;
    return <Answer {...{ columns, rows, title, isDark, locale }} contentAddress={addressOf('/embed/sandbox')} />;
  };
  return (
    <section className="card" aria-labelledby={heading}>
      <header>
        <h2 id={heading}>{title}</h2>
        <span className="zone">{zone === undefined ? view.title : words.ofIn(view.title, zone)}</span>
        {mayExplore(person) ? (
          <Link className="onward" to="/explore" search={{ view: view.name, q: first.query }}>
            {words.openInExplore}
          </Link>
        ) : null}
      </header>
      <div className="answer">{body()}</div>
    </section>
  );
}

function titleOf({ measure, by, isOverTime }: FirstQuery): string {
  if (by === undefined) return words.answer(measure);
  return isOverTime ? words.overTime(measure) : words.by(measure, by);
}
