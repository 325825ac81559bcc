import type { Meta, Query } from '@orrery/client/data';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { DataIdentity } from '../api/data.ts';
import { queries } from '../api/queries.ts';
import { useKeptFocus } from '../controls/use-kept-focus.ts';
import { type ExploredQuery, isCalculated } from '../model/calculated-fields.ts';
import { fieldsWithValue } from '../model/field-obstacle.ts';
import type { QueryableView } from '../model/views.ts';
import { PageBar } from '../shell/page-bar.tsx';
import { WorkbookLink } from '../shell/workbook-link.tsx';
import { useSingleKeys } from '../shell/use-keys.ts';
import { usePreferences } from '../shell/use-preferences.ts';
import { exploreWords as words } from '../words/explore-words.ts';
import { AnswerPanel } from './answer/answer-panel.tsx';
import type { Drafts } from './answer/sql-tab.tsx';
import { useAnswer } from './answer/use-answer.ts';
import { useFieldTools } from './calculated/use-field-tools.ts';
import { type ExploreSearch, tabs } from './explore-search.ts';
import { FilterBar } from './filters/filter-bar.tsx';
import { MembersPanel } from './members/members-panel.tsx';
import { addMember, removeMember } from './query/edit-query.ts';
import { fieldsOf, isEmpty } from './query/fields.ts';
import { sentenceOf } from './query/sentence.ts';
import { type Explored, type SavedExploration, savedTextOf } from './save/explored-report.ts';
import { Shelves } from './shelves/shelves.tsx';
import { StatementBar } from './shelves/statement-bar.tsx';
import { useLater } from './use-later.ts';
import type { ExplorationState } from './use-exploration.ts';
import type { Eyes } from './view-as/eyes.ts';

// The first answer does not wait for them. They come beside it, so that nothing moves later.
const [saveActions, viewAs] = [import('./save/save-actions.tsx'), import('./view-as/view-as.tsx')];
for (const loading of [saveActions, viewAs]) loading.catch(() => undefined); // told where it is shown
const EyesBar = lazy(() => import('./view-as/eyes-bar.tsx'));
const SaveActions = lazy(() => saveActions);
const ViewAs = lazy(() => viewAs);

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
  const person = useQuery(queries.person).data;
  const main = useRef<HTMLElement>(null);
  useKeptFocus(main);
  const { sql } = shown;
  const query = shown.q ?? (view.defaultFilters.length > 0 ? { filters: view.defaultFilters } : {});
  const across = new Set(fieldsOf(query).map(({ key }) => key));
  const pivot = (shown.pivot ?? []).filter((key) => across.has(key));
  const calculated = sql === undefined ? shown.calculated : undefined;
  const asMembers: ExploredQuery = calculated ? { query, calculated } : query;
  const wanted = sql ?? (isEmpty(query) ? undefined : asMembers);
  const [runsItself, setRunsItself] = useState(view.runsItself);
  const [ran, setRan] = useState(view.runsItself ? wanted : undefined);
  const asked = runsItself ? wanted : ran;
  const answer = useAnswer(asker, meta, asked);
  const isOutdated = JSON.stringify(asked ?? null) !== JSON.stringify(wanted ?? null);
  const answered = answer.isCurrent && !isOutdated ? answer.data : undefined;
  const run = () => (isOutdated ? setRan(wanted) : answer.again());
  const [filtering, setFiltering] = useState<string>();
  const search = useRef<HTMLInputElement>(null);
  const [isMembersOpen, setMembersOpen] = useState(isViewChosen);
  const preferences = usePreferences();

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
  useSingleKeys(
    {
      f: () => {
        flushSync(() => setMembersOpen(true));
        search.current?.focus();
      },
      i: () => change({ tab: 'why' }),
    },
    preferences?.singleKeys !== false,
  );
  const mayViewAs = person?.tier === 'admin' || person?.tier === 'developer';
  return (
    <>
      <PageBar title={saved?.report.name ?? words.title}>
        <WorkbookLink report={saved?.report} />
        <Suspense fallback={null}>
          {mayViewAs ? <ViewAs eyes={eyes} onEyes={onEyes} isAdmin={person.isAdmin} /> : null}
          {eyes ? null : (
            <SaveActions
              deploymentId={asker.deploymentId}
              explored={explored}
              answered={answered}
              suggestion={title}
              saved={saved}
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
          )}
        </Suspense>
      </PageBar>
      {eyes ? (
        <Suspense fallback={null}>
          <EyesBar
            deploymentId={asker.deploymentId}
            eyes={eyes}
            query={sql === undefined && wanted !== undefined ? query : undefined}
            calculated={calculated}
            onExit={() => onEyes(undefined)}
          />
        </Suspense>
      ) : null}
      {isUnreadable ? (
        <p className="notice warning explore-note" role="alert">
          {words.unreadable}
        </p>
      ) : null}
      {isLong ? <p className="notice warning explore-note">{words.tooLong}</p> : null}
      <div
        className="explore"
        onKeyDown={(event) => {
          const tab = event.altKey ? tabs[Number(/^Digit(\d)$/.exec(event.code)?.[1]) - 1] : undefined;
          const isRun = event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.defaultPrevented;
          // Events of dialogs come along, although they are elsewhere on the page.
          const isHere = event.target instanceof Node && event.currentTarget.contains(event.target);
          if (!isHere || (!tab && !isRun)) return;
          event.preventDefault();
          if (tab) change({ tab: tab === 'chart' ? undefined : tab });
          else run();
        }}
      >
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
            runsItself={runsItself}
            onRunsItself={(next) => {
              setRan(wanted);
              setRunsItself(next);
            }}
            onRun={run}
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
