import { formattedColumns } from '@orrery/charts';
import type { Meta, Query } from '@orrery/client/data';
import { lazy, Suspense, useMemo } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import type { DataIdentity } from '../../api/data.ts';
import type { QueryAnswer } from '@orrery/embed';
import type { QueryableView } from '../../model/views.ts';
import { exploreWords as words } from '../../words/explore-words.ts';
import type { useFieldTools } from '../calculated/use-field-tools.ts';
import { type ExploreSearch, type ExploreTab as TabName, tabs } from '../explore-search.ts';
import { AnswerBody } from './answer-body.tsx';
import { AnswerLine } from './answer-line.tsx';
import { ChartTab } from './chart-tab.tsx';
import { RunControls } from './run-controls.tsx';
import type { SqlTabProps } from './sql-tab.tsx';
import type { AnswerState } from './use-answer.ts';

interface AnswerPanelProps {
  readonly asker: DataIdentity;
  readonly meta: Meta;
  readonly view: QueryableView;
  readonly shown: ExploreSearch & { readonly q: Query; readonly pivot: readonly string[] };
  readonly title: string;
  /** Absent until they are loaded. */
  readonly fields: ReturnType<typeof useFieldTools>;
  readonly answer: AnswerState;
  /** The rows of what is explored; absent while there are none, or those of another query. */
  readonly answered: QueryAnswer | undefined;
  readonly isOutdated: boolean;
  readonly runsItself: boolean;
  readonly onRunsItself: (runsItself: boolean) => void;
  readonly onRun: () => void;
  readonly onQuery: (query: Query, pivot?: readonly string[]) => void;
  readonly onChange: (next: Partial<ExploreSearch>) => void;
  /** Further properties of the tab SQL. */
  readonly typing: Pick<SqlTabProps, 'drafts' | 'onDraft' | 'onWait'>;
}

// The first answer does not wait for them.
const CodeTab = lazy(() => import('./code-tab.tsx'));
const SqlTab = lazy(() => import('./sql-tab.tsx'));
const WhyTab = lazy(() => import('./why-tab.tsx'));

// It comes beside the rows.
const tableTab = import('./table-tab.tsx');
tableTab.catch(() => undefined); // told where it is shown
const TableTab = lazy(() => tableTab);

/** The answer in its forms, and how it is run. */
export function AnswerPanel(props: AnswerPanelProps) {
  const {
    asker,
    meta,
    view,
    shown,
    title,
    fields,
    answer,
    answered,
    isOutdated,
    runsItself,
    onRunsItself,
    onRun,
    onQuery,
    onChange,
    typing,
  } = props;
  const { q, sql, calculated, pivot } = shown;
  const data = useMemo(
    () => answer.data && { ...answer.data, columns: formattedColumns(answer.data.columns, shown.table) },
    [answer.data, shown.table],
  );
  const { offset: _, limit: __, ...unlimited } = q;
  const allOf = sql ?? (calculated ? { query: unlimited, calculated } : unlimited);
  const body = (show: Parameters<typeof AnswerBody>[0]['show']) => (
    <AnswerBody
      answer={{ ...answer, data }}
      view={view}
      query={q}
      isStatement={sql !== undefined}
      title={title}
      show={show}
      onQuery={onQuery}
    />
  );
  return (
    <Tabs
      className="answer-panel"
      selectedKey={shown.tab ?? 'chart'}
      onSelectionChange={(key) => {
        const tab = tabs.find((each) => each === key);
        onChange({ tab: tab === 'chart' ? undefined : tab });
      }}
    >
      <div className="answer-head">
        <TabList className="tabs" aria-label={words.tabs}>
          {tabs.map((tab) => (
            <Tab key={tab} id={tab} className="tab">
              {titles[tab]}
            </Tab>
          ))}
        </TabList>
        <RunControls
          {...{ meta, runsItself, onRunsItself, isOutdated, onRun, onQuery }}
          limited={sql === undefined ? q : undefined}
        />
      </div>
      {isOutdated && answer.data ? <p className="notice warning">{words.outdated}</p> : null}
      {/* The table and the line below it come together, so that nothing moves under a pointer. */}
      <Suspense fallback={null}>
        <TabPanel id="chart" className="tab-panel">
          {body((rows) => (
            <ChartTab rows={rows} title={title} chart={chartOf(shown)} onChange={onChange} />
          ))}
        </TabPanel>
        <TabPanel id="table" className="tab-panel">
          {body((rows) => (
            <TableTab
              asker={asker}
              meta={meta}
              isCurrent={answered !== undefined}
              table={shown.table}
              onTable={(table) => onChange({ table })}
              rows={rows}
              title={title}
              query={q}
              pivot={pivot}
              isStatement={sql !== undefined}
              fields={fields}
              onQuery={onQuery}
            />
          ))}
        </TabPanel>
        <TabPanel id="sql" className="tab-panel">
          <Suspense fallback={null}>
            <SqlTab asker={asker} query={q} sql={sql} calculated={calculated} onChange={onChange} {...typing} />
          </Suspense>
        </TabPanel>
        <TabPanel id="why" className="tab-panel">
          <Suspense fallback={null}>
            <WhyTab
              asker={asker}
              view={view}
              query={q}
              sql={sql}
              calculated={calculated}
              title={title}
              answered={answered}
              onAgain={answer.again}
            />
          </Suspense>
        </TabPanel>
        <TabPanel id="code" className="tab-panel">
          <Suspense fallback={null}>
            <CodeTab asker={asker} query={q} sql={sql} calculated={calculated} />
          </Suspense>
        </TabPanel>
        <AnswerLine answer={answer} title={title} all={answered && { asker, asked: allOf }} />
      </Suspense>
    </Tabs>
  );
}

const chartOf = ({ kind, style, html, spec, kpi, map }: ExploreSearch) => ({ kind, style, html, spec, kpi, map });

const titles: Readonly<Record<TabName, string>> = {
  chart: words.chart,
  table: words.table,
  sql: words.sql,
  why: words.why,
  code: words.code,
};
