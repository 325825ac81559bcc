import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { messageOf } from '../api/message-of.ts';
import { askerOf } from '../api/data.ts';
import { platform } from '../api/platform.ts';
import { queries } from '../api/queries.ts';
import { Button } from '../controls/button.tsx';
import { OpenShareDialog } from '../share/open-share-dialog.tsx';
import type { ShareableItem } from '../share/sharing.ts';
import { PageBar } from '../shell/page-bar.tsx';
import { ChartTile } from '../tiles/chart-tile.tsx';
import { bodyOfCopy, type CopiedReport, copiedText, readCopied } from '../model/copied-report.ts';
import { isHidden, questionFields, questionOf, type ReportQuestion } from '../model/report-question.ts';
import { copyWords } from '../words/copy-words.ts';
import { workbookWords as words } from '../words/workbook-words.ts';
import { copyOf, type Report, shownOf, type ServedWorkbook } from './report.ts';
import { type ReportAct, ReportDialogs } from './report-dialogs.tsx';
import { newQuestion, NewTab } from './new-tab.tsx';
import { useWhenPasted } from './use-when-pasted.ts';
import { useReportRows } from './use-report-rows.ts';

interface ReportTabsProps {
  readonly workbook: ServedWorkbook;
  readonly reports: readonly Report[];
}

/** The reports of a workbook, each with its answer. They are changed in Explore. */
export function ReportTabs({ workbook, reports }: ReportTabsProps) {
  const { deploymentId, id: workbookId, name, publishedDashboard } = workbook;
  const client = useQueryClient();
  const rights = useRightsOn(deploymentId);
  const navigate = useNavigate();
  const { report: named } = useSearch({ strict: false }) as { readonly report?: unknown };
  const shown = reports.find(({ id }) => id === named) ?? reports[0];
  const [sharing, setSharing] = useState<ShareableItem>();
  const [acting, setActing] = useState<{ readonly act: 'rename' | 'delete'; readonly report: Report }>();
  const refresh = () => client.invalidateQueries({ queryKey: ['workbook', deploymentId, workbookId] });
  const explore = (report: number) => void navigate({ to: '/explore', search: { deployment: deploymentId, report } });
  const create = useMutation({
    mutationFn: (question: ReportQuestion) =>
      platform.createReport({
        path: { deploymentId },
        body: { name: words.untitled, workbookId, ...questionFields(question), source: 'PLAYGROUND' },
      }),
    onSuccess: ({ id }) => explore(id),
  });
  const duplicate = useMutation({
    mutationFn: (report: Report) => {
      const name = words.copyOf(report.name).slice(0, 255);
      return platform.createReport({
        path: { deploymentId },
        body: { ...bodyOfCopy(copyOf(report)), name, workbookId, source: 'PLAYGROUND' },
      });
    },
    onSuccess: refresh,
  });
  const [said, setSaid] = useState('');
  const copy = async (report: Report) => {
    try {
      await navigator.clipboard.writeText(copiedText(copyOf(report)));
      setSaid(copyWords.copied(report.name));
    } catch {
      setSaid(copyWords.notCopied); // it is not there without an encrypted connection, or somebody forbids it
    }
  };
  const paste = useMutation({
    mutationFn: (report: CopiedReport) =>
      platform.createReport({
        path: { deploymentId },
        body: { ...bodyOfCopy(report), workbookId, source: 'PLAYGROUND' },
      }),
    onSuccess: async ({ id, name: of }) => {
      await refresh();
      setSaid(copyWords.pasted(of));
      await navigate({ to: '.', search: { report: id }, replace: true });
    },
    onError: (error) => setSaid(copyWords.notPasted(messageOf(error))),
  });
  useWhenPasted((text) => {
    if (paste.isPending) return;
    const read = readCopied(text);
    setSaid('fault' in read ? copyWords.faults[read.fault] : '');
    if ('report' in read) paste.mutate(read.report);
  });
  const act = (what: ReportAct, report: Report) => {
    if (what === 'edit') explore(report.id);
    else if (what === 'duplicate') duplicate.mutate(report);
    else if (what === 'copy') void copy(report);
    else setActing({ act: what, report });
  };
  const failed = create.error ?? duplicate.error;
  const of = { deploymentId: String(deploymentId), workbookId: String(workbookId) };
  return (
    <>
      <PageBar title={name}>
        {publishedDashboard ? (
          <Link className="button" to="/dashboards/$publicId" params={{ publicId: publishedDashboard.publicId }}>
            {words.openDashboard}
          </Link>
        ) : null}
        {workbook.access === 'full' ? (
          <Button onPress={() => setSharing({ type: 'Workbook', id: workbookId, name, deploymentId })}>
            {words.share}
          </Button>
        ) : null}
        {rights === undefined ? (
          <Button isDisabled>{words.newReport}</Button>
        ) : rights.includes('SqlRunnerRead') ? (
          <NewTab deploymentId={deploymentId} onCreate={(question) => create.isPending || create.mutate(question)} />
        ) : (
          <Button onPress={() => create.isPending || create.mutate(newQuestion)}>{words.newReport}</Button>
        )}
        <Link className="button primary" to="/deployments/$deploymentId/workbooks/$workbookId/dashboard" params={of}>
          {words.dashboard}
        </Link>
      </PageBar>
      <div className="page workbook">
        <div role="status">{said === '' ? null : <p className="notice">{said}</p>}</div>
        <div role="alert">{failed ? <p className="notice negative">{messageOf(failed)}</p> : null}</div>
        {shown ? (
          <Tabs
            selectedKey={String(shown.id)}
            onSelectionChange={(key) => void navigate({ to: '.', search: { report: Number(key) }, replace: true })}
          >
            <TabList className="tile-tablist" aria-label={words.tabs}>
              {reports.map(({ id, title, name: own }) => (
                <Tab key={id} id={String(id)}>
                  {title || own}
                </Tab>
              ))}
            </TabList>
            <TabPanel key={shown.id} id={String(shown.id)} className="report-panel">
              <ShownReport key={shown.id} deploymentId={deploymentId} report={shown} onAct={act} />
            </TabPanel>
          </Tabs>
        ) : (
          <p>{words.noReports}</p>
        )}
      </div>
      <ReportDialogs acting={acting} onClose={() => setActing(undefined)} onDone={refresh} />
      <OpenShareDialog shared={sharing} onClose={() => setSharing(undefined)} />
    </>
  );
}

/** Finds what somebody may do with a deployment, which may be behind those that are listed. */
function useRightsOn(deploymentId: number): readonly string[] | undefined {
  const all = useQuery(queries.deployments);
  const listed = all.data?.find(({ id }) => id === deploymentId);
  const single = useQuery({ ...queries.deployment(deploymentId), enabled: !all.isPending && !listed });
  return (listed ?? single.data)?.rights ?? (single.isError ? [] : undefined);
}

interface ShownReportProps {
  readonly deploymentId: number;
  readonly report: Report;
  readonly onAct: (act: ReportAct, report: Report) => void;
}

const acts = [
  ['rename', words.rename],
  ['duplicate', words.duplicate],
  ['copy', copyWords.copy],
  ['delete', words.delete],
] as const;

/** A report whose text is hidden cannot be copied by its parts. */
const actsOnHidden = acts.filter(([act]) => act === 'delete');

function ShownReport({ deploymentId, report, onAct }: ShownReportProps) {
  const asker = askerOf(deploymentId);
  const meta = useQuery(queries.meta(asker)).data;
  const { stateOf, again } = useReportRows(asker, meta, [report]);
  const shown = shownOf(report);
  return (
    <ChartTile
      shown={shown}
      hasTitle
      state={stateOf(report.id)}
      onAgain={() => again(report.id)}
      acts={(isHidden(questionOf(report)) ? actsOnHidden : acts).map(
        ([act, title]) => [title, () => onAct(act, report)] as const,
      )}
    >
      <Button onPress={() => onAct('edit', report)}>{words.edit}</Button>
    </ChartTile>
  );
}
