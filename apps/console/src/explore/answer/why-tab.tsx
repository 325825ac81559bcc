import type { Explained, Query } from '@orrery/client/data';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { DataIdentity } from '../../api/data.ts';
import type { QueryAnswer } from '@orrery/embed';
import { answerQueries } from '../../api/answer-queries.ts';
import { Button } from '../../controls/button.tsx';
import { CodeBlock, CopyButton } from '../../controls/code-block.tsx';
import type { CalculatedField } from '../../model/calculated-fields.ts';
import { withoutOrderBy } from '../../model/calculation-sql.ts';
import type { QueryableView } from '../../model/views.ts';
import { Failure } from '../../shell/failure.tsx';
import { Waiting } from '../../shell/waiting.tsx';
import { calculationWords } from '../../words/calculation-words.ts';
import { exploreDetailWords as details } from '../../words/explore-detail-words.ts';
import { exploreWords as words } from '../../words/explore-words.ts';
import { fieldText, obstacleText } from '../calculated/field-text.ts';
import { isEmpty, memberNamed } from '../query/fields.ts';
import { filterText } from '../query/sentence.ts';
import { momentText } from './moment-text.ts';
import { rowsText } from './rows-text.ts';

interface WhyTabProps {
  readonly asker: DataIdentity;
  readonly view: QueryableView;
  readonly query: Query;
  readonly sql: string | undefined;
  readonly calculated: readonly CalculatedField[] | undefined;
  readonly title: string;
  /** The rows that are explained; absent while there are none. */
  readonly answered: QueryAnswer | undefined;
  readonly onAgain: () => void;
}

/** Where the numbers come from: what each member means, how tables are joined, which conditions act, and how fresh it is. */
export default function WhyTab(props: WhyTabProps) {
  const { asker, view, sql, calculated = [], title, answered, onAgain } = props;
  const query = withoutOrderBy(props.query, calculated);
  const isExplained = sql === undefined && !isEmpty(query);
  const explanation = useQuery({ ...answerQueries.explanation(asker, query), enabled: isExplained });
  if (sql !== undefined) return <p className="help">{details.whyOfStatement}</p>;
  if (!isExplained) return <p className="answer-empty">{words.empty}</p>;
  if (explanation.isError) return <Failure error={explanation.error} onAgain={() => void explanation.refetch()} />;
  if (explanation.isPending) return <Waiting what={words.why} height={240} />;
  const explained = explanation.data;
  return (
    <div className="why">
      <p>{title}</p>
      <Definitions explained={explained} view={view} />
      {calculated.length === 0 ? null : (
        <Part title={calculationWords.title}>
          <ul>
            {calculated.map((field) => (
              <li key={field.name}>
                {calculationWords.about(
                  field.name,
                  obstacleText(field, props.query, view) ?? fieldText(field, props.query, view),
                )}
              </li>
            ))}
          </ul>
        </Part>
      )}
      <Part title={details.joins}>
        <Joins explained={explained} />
      </Part>
      <Part title={details.dates}>
        {explained.dates.length === 0 ? (
          <p className="help">{details.noDates}</p>
        ) : (
          <ul>
            {explained.dates.map(({ dimension, asked, from, to }) => (
              <li key={dimension}>{details.rangeOf(titleIn(view, dimension), asked, dayOf(from), dayOf(to))}</li>
            ))}
          </ul>
        )}
      </Part>
      <Conditions explained={explained} view={view} query={query} />
      <Freshness explained={explained} answered={answered} />
      <CodeBlock label={details.generatedSql} text={explained.sql[0]} />
      <div className="actions">
        <CopyButton label={words.why} title={details.copyJson} text={() => JSON.stringify(explained, undefined, 2)} />
        <Button onPress={onAgain}>{details.runAgain}</Button>
      </div>
    </div>
  );
}

interface PartProps {
  readonly explained: Explained;
  readonly view: QueryableView;
}

function Definitions({ explained: { members }, view }: PartProps) {
  return (
    <Part title={details.definitions}>
      <dl className="definitions">
        {members.map(({ name, file, line, sql, aggType, uses }) => {
          const description = memberNamed(view, name)?.description;
          const facts = [
            ...(titleIn(view, name) === name ? [] : [name]),
            ...(uses.includes('part') ? [details.partOfOthers] : []),
          ];
          return (
            <div key={name}>
              <dt>
                {titleIn(view, name)} <span className="help">{facts.join(', ')}</span>
              </dt>
              <dd>
                {description === undefined ? null : <p>{description}</p>}
                {sql === undefined ? null : (
                  <code>{isAggregate(aggType) ? details.aggregated(aggType, sql) : sql}</code>
                )}
                {file === undefined || line === undefined ? null : (
                  <span className="help"> {details.place(file, line)}</span>
                )}
              </dd>
            </div>
          );
        })}
      </dl>
    </Part>
  );
}

/** Other types say what a measure made of others is: a number, a text. */
function isAggregate(type: string | undefined): type is string {
  return type !== undefined && /^(?:sum|avg|min|max|count)/.test(type);
}

function Joins({ explained: { passes } }: { readonly explained: Explained }) {
  const joins = new Map(
    passes.flatMap((pass) =>
      pass.joins.map(({ from, to, relationship, file, line }) => {
        const text = details.join(from, to, relationship);
        return [file === undefined || line === undefined ? text : `${text}, ${details.place(file, line)}`, to] as const;
      }),
    ),
  );
  if (joins.size === 0) return <p className="help">{details.noJoins}</p>;
  return (
    <ul>
      {[...joins.keys()].map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

/** Conditions of the query are those of the person; what else acts comes from the model, its policies and rules. */
function Conditions({ explained: { passes, groupFilters }, view, query }: PartProps & { readonly query: Query }) {
  const own = [
    ...(query.segments ?? []).map((name) => titleIn(view, name)),
    ...(query.filters ?? []).map((filter) => filterText(filter, view)),
  ];
  const acting = [...new Set([...passes.flatMap(({ rowFilters }) => rowFilters), ...groupFilters])];
  return (
    <Part title={details.conditions}>
      {own.length === 0 ? null : <p>{details.yours(own.join(', '))}</p>}
      {acting.length === 0 ? (
        <p className="help">{details.noConditions}</p>
      ) : (
        <>
          <p className="help">{details.allConditions}</p>
          <ul>
            {acting.map((text) => (
              <li key={text}>
                <code>{text}</code>
              </li>
            ))}
          </ul>
        </>
      )}
    </Part>
  );
}

interface FreshnessProps {
  readonly explained: Explained;
  readonly answered: QueryAnswer | undefined;
}

function Freshness({ explained, answered }: FreshnessProps) {
  const zone = explained.query.timezone;
  const time = answered?.lastRefreshTime;
  return (
    <Part title={details.freshness}>
      <p>
        {[
          `${details.source}: ${explained.dataSource}`,
          ...(time === undefined ? [] : [words.dataOf(momentText(time, { zone }))]),
          zone,
          ...(answered === undefined ? [] : [rowsText(answered)]),
          ...(answered?.requestId === undefined ? [] : [details.request(answered.requestId)]),
        ].join(' · ')}
      </p>
    </Part>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

const titleIn = (view: QueryableView, name: string): string => memberNamed(view, name)?.title ?? name;

/** Whole days have no time of day. */
const dayOf = (time: string): string =>
  time.replace(/T(?:00:00:00(?:\.000)?|23:59:59(?:\.999)?)$/, '').replace('T', ' ');
