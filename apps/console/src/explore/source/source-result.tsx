import type { Meta } from '@orrery/client/data';
import type { QueryAnswer } from '@orrery/embed';
import { lazy, Suspense } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { askerOf } from '../../api/data.ts';
import { exploreWords } from '../../words/explore-words.ts';
import { sourceWords as words } from '../../words/source-words.ts';
import { ChartTab } from '../answer/chart-tab.tsx';
import type { Explored } from '../save/explored-report.ts';

const TableTab = lazy(() => import('../answer/table-tab.tsx'));

interface SourceResultProps {
  readonly deploymentId: number;
  readonly meta: Meta;
  readonly rows: QueryAnswer;
  readonly look: Explored;
  /** Name of the report. */
  readonly title: string;
  readonly isRunning: boolean;
  /** Whether the rows are those of the statement as it is. */
  readonly isCurrent: boolean;
  readonly onChange: (next: Partial<Explored>) => void;
}

/** The rows of a statement as a chart and as a table. */
export function SourceResult({
  deploymentId,
  meta,
  rows,
  look,
  title,
  isCurrent,
  onChange,
  ...run
}: SourceResultProps) {
  const { kind, style, html, spec, kpi, map } = look;
  return (
    <Tabs
      className="answer-panel"
      selectedKey={look.tab === 'table' ? 'table' : 'chart'}
      onSelectionChange={(key) => onChange({ tab: key === 'table' ? 'table' : undefined })}
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
        <div className="answer-rows" data-is-old={run.isRunning || undefined}>
          <ChartTab rows={rows} title={title} chart={{ kind, style, html, spec, kpi, map }} onChange={onChange} />
        </div>
      </TabPanel>
      <TabPanel id="table" className="tab-panel">
        <Suspense fallback={null}>
          <TableTab
            asker={askerOf(deploymentId)}
            {...{ meta, rows, title, isCurrent }}
            table={look.table}
            onTable={(table) => onChange({ table })}
            query={{}}
            pivot={[]}
            isStatement
            fields={undefined}
            onQuery={() => undefined}
          />
        </Suspense>
      </TabPanel>
    </Tabs>
  );
}
