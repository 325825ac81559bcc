import type { Meta, Query } from '@orrery/client/data';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { DataIdentity } from '../api/data.ts';
import { useKeptFocus } from '../controls/use-kept-focus.ts';
import { type ExploredQuery, isCalculated } from '../model/calculated-fields.ts';
import { fieldsWithValue } from '../model/field-obstacle.ts';
import type { QueryableView } from '../model/views.ts';
import { exploreWords as words } from '../words/explore-words.ts';
import { AnswerPanel } from './answer/answer-panel.tsx';
import type { Drafts } from './answer/sql-tab.tsx';
import { useFieldTools } from './calculated/use-field-tools.ts';
import { ExploreBar } from './explore-bar.tsx';
import type { ExploreSearch } from './explore-search.ts';
import { FilterBar } from './filters/filter-bar.tsx';
import { MembersPanel } from './members/members-panel.tsx';
import { addMember, removeMember } from './query/edit-query.ts';
import { dimensionFields, isEmpty } from './query/fields.ts';
import { sentenceOf } from './query/sentence.ts';
import { type Explored, type SavedExploration, savedTextOf } from './save/explored-report.ts';
import { Shelves } from './shelves/shelves.tsx';
import { StatementBar } from './shelves/statement-bar.tsx';
import { useExploreKeys } from './use-explore-keys.ts';
import { useLater } from './use-later.ts';
import { useRun } from './use-run.ts';
import type { ExplorationState } from './use-exploration.ts';
import type { Eyes } from './view-as/eyes.ts';

interface ExploringProps {
  readonly asker: DataIdentity;
  readonly meta: Meta;
  readonly views: readonly QueryableView[];
  readonly view: QueryableView;
  readonly shown: ExploreSearch;
  /** The report that is open, as it was saved. */
  readonly saved: SavedExploration | undefined;
  /** The query of the report that is open cannot be read. */
  readonly isUnreadable: boolean;
  readonly isLong: boolean;
  readonly onChange: ExplorationState['change'];
  readonly onView: (name: string) => void;
  /** The view was chosen on this page, not by the address. */
  readonly isViewChosen: boolean;
  readonly eyes: Eyes | undefined;
  readonly onEyes: (eyes: Eyes | undefined) => void;
}

/** Text that was typed while something was explored. */
interface TypedText {
  readonly of: string;
  readonly drafts: Drafts;
}

const draftsOf = (typed: TypedText | undefined, explored: string): Drafts =>
  typed?.of === explored ? typed.drafts : {};

/** A query of a view, or a statement, and its answer. */
export function Exploring(props: ExploringProps) {
  const { asker, meta, views, view, shown, saved, isUnreadable, isLong, onChange, onView, isViewChosen, eyes, onEyes } =
    props;
  const main = useRef<HTMLElement>(null);
  useKeptFocus(main);
  const { sql } = shown;
  const query = shown.q ?? (view.defaultFilters.length > 0 ? { filters: view.defaultFilters } : {});
  const across = new Set(dimensionFields(query).map(({ key }) => key));
  const pivot = (shown.pivot ?? []).filter((key) => across.has(key));
  const calculated = sql === undefined ? shown.calculated : undefined;
  const asMembers: ExploredQuery = calculated ? { query, calculated } : query;
  const wanted = sql ?? (isEmpty(query) ? undefined : asMembers);
  const run = useRun(asker, meta, wanted, view.runsItself);
  const { asked, answer, answered, isOutdated } = run;
  const [filtering, setFiltering] = useState<string>();
  const search = useRef<HTMLInputElement>(null);
  const [isMembersOpen, setMembersOpen] = useState(isViewChosen);

  const change = (next: Partial<ExploreSearch>) => onChange({ ...shown, view: view.name, ...next });
  const changeQuery = (next: Query, across_: readonly string[] = pivot) =>
    change({ q: next, pivot: across_.length > 0 ? across_ : undefined });
  const titleFor = (of: ExploredQuery) => {
    if (typeof of === 'string') return words.statement;
    return (isCalculated(of) ? sentenceOf(of.query, view, fieldsWithValue(of)) : sentenceOf(of, view)) || view.title;
  };
  const title = titleFor(sql ?? asMembers);
  const { kind, style, html, spec, kpi, map, table, tab: openTab } = shown;
  const explored: Explored = {
    ...{ q: query, sql, calculated, pivot: shown.pivot },
    ...{ kind, style, html, spec, kpi, map, table, tab: openTab },
  };
  const asIs = JSON.stringify([query, sql, calculated]);
  const fields = useFieldTools({ view, meta, shown: { q: query, calculated, style, table }, onChange: change });
  // What was typed is that of one exploration: another one has other texts.
  const [typed, setTyped] = useState<TypedText>();
  const onWait = useLater(asIs, change);
  const onSaving = useLater(savedTextOf(explored), change);
  const onKeyDown = useExploreKeys({
    onFind: () => {
      flushSync(() => setMembersOpen(true));
      search.current?.focus();
    },
    onTab: (tab) => change({ tab: tab === 'chart' ? undefined : tab }),
    onRun: run.onRun,
  });
  return (
    <>
      <ExploreBar
        deploymentId={asker.deploymentId}
        {...{ saved, eyes, onEyes, isUnreadable, isLong, explored, answered }}
        suggestion={title}
        query={sql === undefined && wanted !== undefined ? query : undefined}
        isEmpty={wanted === undefined}
        onSaving={() => {
          const end = onSaving();
          return ({ id }) => {
            const { isHere, isSame, act } = end();
            if (isSame) onChange({ deployment: shown.deployment, report: id, view: view.name });
            else if (isHere) act({ report: id });
          };
        }}
      />
      <div className="explore" onKeyDown={onKeyDown}>
        <MembersPanel
          views={views}
          view={view}
          query={query}
          isDisabled={sql !== undefined}
          searchRef={search}
          isOpen={isMembersOpen}
          onOpen={setMembersOpen}
          onView={onView}
          isViewChosen={isViewChosen}
          onAdd={(member) => changeQuery(addMember(query, member))}
          onRemove={(member) => changeQuery(removeMember(query, member.name))}
        />
        <section className="explore-main" aria-label={words.queryAndAnswer} ref={main}>
          <p className="explore-sentence">{title}</p>
          {sql === undefined ? (
            <>
              <Shelves
                view={view}
                query={query}
                pivot={pivot}
                onChange={changeQuery}
                onFilter={setFiltering}
                fields={fields}
              />
              <FilterBar
                asker={asker}
                view={view}
                query={query}
                timezone={answer.data?.timezone}
                adding={filtering}
                onAdding={setFiltering}
                onChange={changeQuery}
                onReset={() =>
                  onChange({ deployment: shown.deployment, report: shown.report, view: view.name, q: {}, tab: openTab })
                }
              />
            </>
          ) : (
            <StatementBar onFields={() => change({ q: query, sql: undefined })} />
          )}
          <AnswerPanel
            asker={asker}
            meta={meta}
            view={view}
            shown={{ ...shown, q: query, pivot }}
            title={titleFor(asked ?? asMembers)}
            fields={fields}
            answer={answer}
            answered={answered}
            isOutdated={isOutdated}
            runsItself={run.runsItself}
            onRunsItself={run.onRunsItself}
            onRun={run.onRun}
            onQuery={changeQuery}
            onChange={change}
            typing={{
              drafts: draftsOf(typed, asIs),
              onDraft: (draft) => setTyped((before) => ({ of: asIs, drafts: { ...draftsOf(before, asIs), ...draft } })),
              onWait,
            }}
          />
        </section>
      </div>
    </>
  );
}
