import { useMutation, useQuery } from '@tanstack/react-query';
import { messageOf } from '../../api/message-of.ts';
import { platform } from '../../api/platform.ts';
import { contentQueries } from '../../api/content-queries.ts';
import { Button } from '../../controls/button.tsx';
import { Dialog } from '../../controls/dialog.tsx';
import { Failure } from '../../shell/failure.tsx';
import { Waiting } from '../../shell/waiting.tsx';
import { workbookWords as words } from '../../words/workbook-words.ts';
import { bodyOfCopy } from '../../model/copied-report.ts';
import { copyOf, type Report, type ServedWorkbook } from '../report.ts';

interface AddChartProps {
  readonly workbook: ServedWorkbook;
  readonly reports: readonly Report[];
  readonly onAdd: (report: Pick<Report, 'id' | 'name' | 'title'>) => void;
  readonly onClose: () => void;
}

/** Reports to show on the dashboard: those of the workbook, and saved ones, of which the workbook gets a copy. */
export function AddChart({ workbook, reports, onAdd, onClose }: AddChartProps) {
  const { deploymentId, id: workbookId } = workbook;
  const saved = useQuery(contentQueries.savedReports(deploymentId));
  const copy = useMutation({
    mutationFn: (report: Report) =>
      platform.createReport({
        path: { deploymentId },
        body: { ...bodyOfCopy(copyOf(report)), workbookId, source: 'PLAYGROUND' },
      }),
    onSuccess: onAdd,
  });
  return (
    <Dialog title={words.addChart} isOpen onClose={onClose}>
      {reports.length > 0 ? (
        <section>
          <h3>{words.ofWorkbook}</h3>
          <ul className="choices">
            {reports.map((report) => (
              <li key={report.id}>
                <Button onPress={() => onAdd(report)}>{words.add(report.title || report.name)}</Button>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <section>
        <h3>{words.ofWorkspace}</h3>
        <p className="help">{words.ofWorkspaceHelp}</p>
        {saved.isPending ? <Waiting what={words.ofWorkspace} /> : null}
        {saved.isError ? <Failure error={saved.error} onAgain={() => void saved.refetch()} /> : null}
        {saved.data?.length === 0 ? <p>{words.noneOfWorkspace}</p> : null}
        <ul className="choices">
          {saved.data?.map((report) => (
            <li key={report.id}>
              <Button isDisabled={copy.isPending} onPress={() => copy.mutate(report)}>
                {words.add(report.title || report.name)}
              </Button>
            </li>
          ))}
        </ul>
      </section>
      <div role="alert">{copy.error ? <p className="notice negative">{messageOf(copy.error)}</p> : null}</div>
      <div className="actions">
        <Button onPress={onClose}>{words.cancel}</Button>
      </div>
    </Dialog>
  );
}
