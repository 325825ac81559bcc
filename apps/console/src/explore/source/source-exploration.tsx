import type { Meta } from '@orrery/client/data';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import type { QueryAnswer } from '@orrery/embed';
import { askerOf } from '../../api/data.ts';
import { messageOf } from '../../api/message-of.ts';
import { queries } from '../../api/queries.ts';
import type { SourceStatement } from '../../api/source-sql.ts';
import { AskBeforeLeaving } from '../../controls/ask-before-leaving.tsx';
import { Button } from '../../controls/button.tsx';
import { Choice } from '../../controls/choice.tsx';
import { PageBar } from '../../shell/page-bar.tsx';
import { WorkbookLink } from '../../shell/workbook-link.tsx';
import '../../style/source.css';
import { questionFields, questionOf, type QuestionOfSource } from '../../model/report-question.ts';
import { conflictWords } from '../../words/conflict-words.ts';
import { exploreDetailWords as details } from '../../words/explore-detail-words.ts';
import { exploreWords } from '../../words/explore-words.ts';
import { sourceWords as words } from '../../words/source-words.ts';
import { ChartTab } from '../answer/chart-tab.tsx';
import { type Explored, exploredOf, isChanged, type Report, type SavedExploration } from '../save/explored-report.ts';
import { changesOf, waitsForRows } from '../save/report-of.ts';
import { SaveFailure } from '../save/save-failure.tsx';
import { ReportConflict as Changed, updateReport } from '../save/update-report.ts';
import { useSaveKey } from '../save/use-save-key.ts';
import type { Eyes } from '../view-as/eyes.ts';
import { TablesPanel } from './tables-panel.tsx';
import { useSourceRows } from './use-source-rows.ts';

const EyesBar = lazy(() => import('../view-as/eyes-bar.tsx'));
const TableTab = lazy(() => import('../answer/table-tab.tsx'));

interface SourceExplorationProps {
  readonly deploymentId: number;
  readonly meta: Meta;
  readonly report: Report;
  readonly query: QuestionOfSource;
  /** The rights of another user. No statement runs with them, because such a report queries the source past the model. */
  readonly eyes: Eyes | undefined;
  readonly onExit: () => void;
}

/** A report in the SQL of a data source: its statement, its rows, and how they are shown. */
export default function SourceExploration({ deploymentId, meta, report, query, eyes, onExit }: SourceExplorationProps) {
  const { dataSource, sql } = query;
  if (sql !== null && !eyes) return <Editing {...{ deploymentId, meta, report }} saved={{ dataSource, sql }} />;
  return (
    <>
      <PageBar title={report.name}>
        <WorkbookLink report={report} />
      </PageBar>
      {eyes ? (
        <Suspense fallback={null}>
          <EyesBar deploymentId={deploymentId} eyes={eyes} query={undefined} onExit={onExit} />
        </Suspense>
      ) : null}
      <div className="page">
        <p className="notice">{eyes ? words.notAsOthers : words.onlyDevelopers}</p>
      </div>
    </>
  );
}

const steps = [100, 1_000, 5_000, 10_000, 50_000];
const usualLimit = 5_000;
const none = () => undefined;

interface EditingProps {
  readonly deploymentId: number;
  readonly meta: Meta;
  readonly report: Report;
  readonly saved: SourceStatement;
}

function Editing({ deploymentId, meta, report, saved }: EditingProps) {
  const client = useQueryClient();
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const [sql, setSql] = useState(saved.sql);
  const [dataSource, setDataSource] = useState(saved.dataSource);
  const [look, setLook] = useState<Explored>(() => exploredOf(report).explored);
  const [limit, setLimit] = useState(usualLimit);
  const [said, setSaid] = useState('');
  const { run, start, stop } = useSourceRows(deploymentId);
  const statement = { dataSource, sql };
  const limits = steps.filter((rows) => rows <= (meta.rowLimits?.most ?? rows));
  const canRun = sql.trim() !== '';
  const runIt = () => canRun && void start(statement, limit);
  useEffect(() => {
    void start(saved, usualLimit);
  }, []);
  const isOutdated = run !== undefined && (run.of.sql !== sql || run.of.dataSource !== dataSource);
  const rows: QueryAnswer | undefined = run?.rows && { ...run.rows, warnings: [] };
  const answered = run?.isRunning || isOutdated ? undefined : rows;
  const explored: Explored = { ...look, sql };
  const before: SavedExploration = { report, explored: exploredOf(report).explored };
  const hasChanges = isChanged(before, explored) || dataSource !== saved.dataSource;
  const isWaiting = waitsForRows(explored, answered);
  /** The report that the changes were made on. It may be loaded again while there are some. */
  const basis = useRef(report);
  useEffect(() => {
    if (!hasChanges) basis.current = report;
  }, [hasChanges, report]);
  const update = useMutation({
    mutationFn: ({ of, basedOn }: { readonly of: SavedExploration; readonly basedOn: string | undefined }) => {
      const changes = changesOf(of, explored, answered);
      const asked = questionFields({ kind: 'source', ...statement });
      return updateReport(of.report, { ...changes, ...asked }, basedOn);
    },
    onSuccess: (stored) => {
      client.setQueryData(queries.report(deploymentId, stored.id).queryKey, stored);
      basis.current = stored;
      setSaid(details.saved(stored.name));
    },
  });
  const save = () => {
    setSaid('');
    update.mutate({ of: before, basedOn: basis.current.revision });
  };
  const isDisabled = !canRun || !hasChanges || isWaiting;
  useSaveKey(isDisabled ? undefined : save);
  const load = (stored: Report) => {
    update.reset();
    basis.current = stored;
    client.setQueryData(queries.report(deploymentId, stored.id).queryKey, stored);
    const question = questionOf(stored);
    if (question?.kind !== 'source' || question.sql === null) return;
    const { dataSource: source, sql: text } = question;
    setSql(text);
    setDataSource(source);
    setLook(exploredOf(stored).explored);
    void start({ dataSource: source, sql: text }, limit);
  };
  const insert = (name: string) => {
    const place = area.current;
    if (!place) return;
    place.setRangeText(name, place.selectionStart, place.selectionEnd, 'end');
    setSql(place.value);
    place.focus();
  };
  const change = (next: Partial<Explored>) => setLook((shown) => ({ ...shown, ...next }));
  return (
    <>
      <PageBar title={report.name}>
        <WorkbookLink report={report} />
        <span role="status" className="help">
          {isWaiting && hasChanges ? details.savedWithRows : hasChanges ? details.unsaved : said}
        </span>
        <SaveFailure
          error={update.error}
          mine={explored}
          onLoad={load}
          onKeep={(of) => update.mutate({ of, basedOn: of.report.revision })}
        />
        <Button look="primary" isDisabled={isDisabled} isPending={update.isPending} onPress={save}>
          {details.save}
        </Button>
      </PageBar>
      <AskBeforeLeaving
        isBlocking={() => hasChanges}
        help={update.error instanceof Changed ? conflictWords.leaveReport : words.leaveHelp}
        isOfTab
      />
      <div className="explore">
        <TablesPanel
          deploymentId={deploymentId}
          dataSource={dataSource}
          onDataSource={setDataSource}
          onInsert={insert}
        />
        <section className="explore-main" aria-label={exploreWords.queryAndAnswer}>
          <div className="code-block">
            <label htmlFor={id}>{words.editor}</label>
            <textarea
              id={id}
              ref={area}
              className="source-editor"
              spellCheck={false}
              autoCapitalize="off"
              autoComplete="off"
              rows={Math.min(24, Math.max(8, sql.split('\n').length + 1))}
              maxLength={100_000}
              value={sql}
              aria-describedby={`${id}-help`}
              onChange={({ target }) => setSql(target.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
                event.preventDefault();
                runIt();
              }}
            />
            <p className="help" id={`${id}-help`}>
              {words.editorHelp} {words.past}
            </p>
          </div>
          <div className="source-run">
            <Button look={isOutdated ? 'primary' : undefined} isDisabled={!canRun} onPress={runIt}>
              {words.run}
            </Button>
            {run?.isRunning ? <Button onPress={stop}>{words.stop}</Button> : null}
            <Choice
              label={words.limit}
              isLabelUnseen
              value={String(limit)}
              sections={[{ title: '', options: limits.map((each) => ({ id: String(each), title: words.upTo(each) })) }]}
              onChange={(next) => setLimit(Number(next))}
            />
            <span role="status" className="help">
              {sentenceOf(run, isOutdated)}
            </span>
          </div>
          {run?.error !== undefined && !run.isRunning ? (
            <pre className="notice negative source-fault" role="alert">
              {messageOf(run.error)}
            </pre>
          ) : null}
          {rows && rows.rows.length > 0 ? (
            <Tabs
              className="answer-panel"
              selectedKey={look.tab === 'table' ? 'table' : 'chart'}
              onSelectionChange={(key) => change({ tab: key === 'table' ? 'table' : undefined })}
            >
              <TabList className="tabs" aria-label={words.result}>
                <Tab id="chart" className="tab">
                  {exploreWords.chart}
                </Tab>
                <Tab id="table" className="tab">
                  {exploreWords.table}
                </Tab>
              </TabList>
              <TabPanel id="chart" className="tab-panel">
                <div className="answer-rows" data-is-old={run?.isRunning || undefined}>
                  <ChartTab rows={rows} title={report.name} chart={chartOf(look)} onChange={change} />
                </div>
              </TabPanel>
              <TabPanel id="table" className="tab-panel">
                <Suspense fallback={null}>
                  <TableTab
                    asker={askerOf(deploymentId)}
                    meta={meta}
                    isCurrent={answered !== undefined}
                    table={look.table}
                    onTable={(table) => change({ table })}
                    rows={rows}
                    title={report.name}
                    query={{}}
                    pivot={[]}
                    isStatement
                    fields={undefined}
                    onQuery={none}
                  />
                </Suspense>
              </TabPanel>
            </Tabs>
          ) : null}
        </section>
      </div>
    </>
  );
}

const chartOf = ({ kind, style, html, spec, kpi, map }: Explored) => ({ kind, style, html, spec, kpi, map });

function sentenceOf(run: ReturnType<typeof useSourceRows>['run'], isOutdated: boolean): string {
  if (run === undefined) return words.notRun;
  if (run.isRunning) return words.running;
  if (!run.rows) return '';
  if (isOutdated) return words.outdated;
  const { rows, isTruncated } = run.rows;
  if (rows.length === 0) return words.noRows;
  return isTruncated ? words.cut(rows.length) : words.rows(rows.length);
}
