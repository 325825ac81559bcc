import type { Meta } from '@orrery/client/data';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { QueryAnswer } from '@orrery/embed';
import { messageOf } from '../../api/message-of.ts';
import type { SourceStatement } from '../../api/source-sql.ts';
import { AskBeforeLeaving } from '../../controls/ask-before-leaving.tsx';
import { Button } from '../../controls/button.tsx';
import { Choice } from '../../controls/choice.tsx';
import { PageBar } from '../../shell/page-bar.tsx';
import { WorkbookLink } from '../../shell/workbook-link.tsx';
import '../../style/source.css';
import type { QuestionOfSource } from '../../model/report-question.ts';
import { conflictWords } from '../../words/conflict-words.ts';
import { exploreDetailWords as details } from '../../words/explore-detail-words.ts';
import { exploreWords } from '../../words/explore-words.ts';
import { sourceWords as words } from '../../words/source-words.ts';
import { type Explored, exploredOf, type Report } from '../save/explored-report.ts';
import { SaveFailure } from '../save/save-failure.tsx';
import { ReportConflict as Changed } from '../save/update-report.ts';
import type { Eyes } from '../view-as/eyes.ts';
import { SourceEditor } from './source-editor.tsx';
import { SourceResult } from './source-result.tsx';
import { TablesPanel } from './tables-panel.tsx';
import { useSourceRows } from './use-source-rows.ts';
import { useSourceSaving } from './use-source-saving.ts';

const EyesBar = lazy(() => import('../view-as/eyes-bar.tsx'));

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

interface EditingProps {
  readonly deploymentId: number;
  readonly meta: Meta;
  readonly report: Report;
  readonly saved: SourceStatement;
}

function Editing({ deploymentId, meta, report, saved }: EditingProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const [sql, setSql] = useState(saved.sql);
  const [dataSource, setDataSource] = useState(saved.dataSource);
  const [look, setLook] = useState<Explored>(() => exploredOf(report).explored);
  const [limit, setLimit] = useState(usualLimit);
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
  const load = ({ dataSource: source, sql: text }: SourceStatement, stored: Report) => {
    setSql(text);
    setDataSource(source);
    setLook(exploredOf(stored).explored);
    void start({ dataSource: source, sql: text }, limit);
  };
  const saving = useSourceSaving({ ...{ deploymentId, report, saved, statement, explored, answered }, onLoad: load });
  const { hasChanges } = saving;
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
          {saving.said}
        </span>
        <SaveFailure error={saving.error} mine={explored} onLoad={saving.load} onKeep={saving.keep} />
        <Button look="primary" isDisabled={saving.isDisabled} isPending={saving.isPending} onPress={saving.save}>
          {details.save}
        </Button>
      </PageBar>
      <AskBeforeLeaving
        isBlocking={() => hasChanges}
        help={saving.error instanceof Changed ? conflictWords.leaveReport : words.leaveHelp}
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
          <SourceEditor area={area} sql={sql} onChange={setSql} onRun={runIt} />
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
            <SourceResult
              {...{ deploymentId, meta, rows, look }}
              title={report.name}
              isRunning={run?.isRunning === true}
              isCurrent={answered !== undefined}
              onChange={change}
            />
          ) : null}
        </section>
      </div>
    </>
  );
}

function sentenceOf(run: ReturnType<typeof useSourceRows>['run'], isOutdated: boolean): string {
  if (run === undefined) return words.notRun;
  if (run.isRunning) return words.running;
  if (!run.rows) return '';
  if (isOutdated) return words.outdated;
  const { rows, isTruncated } = run.rows;
  if (rows.length === 0) return words.noRows;
  return isTruncated ? words.cut(rows.length) : words.rows(rows.length);
}
