import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ChevronDown, Ellipsis } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { messageOf } from '../../api/message-of.ts';
import { platform } from '../../api/platform.ts';
import { queries } from '../../api/queries.ts';
import { Button } from '../../controls/button.tsx';
import { bodyOfCopy, type CopiedReport, copiedText } from '../../model/copied-report.ts';
import { OpenShareDialog } from '../../share/open-share-dialog.tsx';
import { copyWords as words } from '../../words/copy-words.ts';
import type { Report } from './explored-report.ts';

const AddToDashboard = lazy(() => import('./add-to-dashboard.tsx'));

interface MoreActionsProps {
  readonly deploymentId: number;
  /** Makes the report that is copied. */
  readonly makeReport: () => Promise<CopiedReport>;
  readonly isDisabled: boolean;
  /** The report that is open, where it was saved. */
  readonly report: Report | undefined;
}

type SaveAction = 'convert' | 'dashboard' | 'share' | 'copy';

/** Offers what can be done with an exploration: it becomes a workbook or part of one, is shared, or copied to be pasted. */
export function MoreActions({ deploymentId, makeReport, isDisabled, report: saved }: MoreActionsProps) {
  const navigate = useNavigate();
  const person = useQuery(queries.person).data;
  const [said, setSaid] = useState('');
  const [asking, setAsking] = useState<'dashboard' | 'share'>();
  const copy = useMutation({
    mutationFn: async () => {
      const report = await makeReport();
      try {
        await navigator.clipboard.writeText(copiedText(report));
      } catch {
        return words.notCopied; // it is not there without an encrypted connection, or somebody forbids it
      }
      return words.copied(report.name);
    },
    onSuccess: setSaid,
  });
  const convert = useMutation({
    mutationFn: async () => {
      const report = await makeReport();
      const { id } = await platform.createWorkbook({ path: { deploymentId }, body: { name: report.name } });
      try {
        await platform.createReport({
          path: { deploymentId },
          body: { ...bodyOfCopy(report), workbookId: id, source: 'PLAYGROUND' },
        });
      } catch (error) {
        // An empty workbook is not what was asked for.
        await platform.deleteWorkbook({ path: { deploymentId, workbookId: id } }).catch(() => undefined);
        throw error;
      }
      return id;
    },
    onSuccess: (id) =>
      navigate({
        to: '/deployments/$deploymentId/workbooks/$workbookId',
        params: { deploymentId: String(deploymentId), workbookId: String(id) },
      }),
  });
  const failed = copy.error ?? convert.error;
  // A tab of a workbook is in one already, and is shared with it.
  const isTab = typeof saved?.workbookId === 'number';
  const isAlone = saved !== undefined && !isTab;
  const isOwn = person !== undefined && (person.isAdmin || saved?.userId === person.id);
  const acts = [
    ...(isTab
      ? []
      : ([
          ['convert', words.toWorkbook],
          ['dashboard', words.toDashboard],
        ] as const)),
    ...(isAlone && isOwn ? ([['share', words.share]] as const) : []),
    ['copy', words.copy],
  ] as const;
  const act = (id: SaveAction) => {
    setSaid('');
    copy.reset();
    convert.reset();
    if (id === 'copy') copy.mutate();
    else if (id === 'convert') convert.mutate();
    else setAsking(id);
  };
  const name = isAlone ? words.use : words.more;
  const Icon = isAlone ? ChevronDown : Ellipsis;
  return (
    <>
      <span role="status" className="help">
        {said}
      </span>
      {failed ? (
        <p className="notice negative" role="alert">
          {messageOf(failed)}
        </p>
      ) : null}
      <MenuTrigger>
        <Button
          look={isAlone ? undefined : 'quiet'}
          {...(isAlone ? {} : { 'aria-label': words.more })}
          isDisabled={isDisabled}
          isPending={convert.isPending}
        >
          {isAlone ? words.use : null}
          <Icon size={isAlone ? 14 : 16} strokeWidth={1.5} aria-hidden="true" />
        </Button>
        <Popover className="popover" placement="bottom end">
          <Menu className="menu" aria-label={name} onAction={(id) => act(id as SaveAction)}>
            {acts.map(([id, title]) => (
              <MenuItem key={id} id={id}>
                {title}
              </MenuItem>
            ))}
          </Menu>
        </Popover>
      </MenuTrigger>
      {asking === 'dashboard' ? (
        <Suspense>
          <AddToDashboard {...{ deploymentId, makeReport }} onClose={() => setAsking(undefined)} />
        </Suspense>
      ) : null}
      <OpenShareDialog
        shared={saved && asking === 'share' ? { type: 'Report', id: saved.id, name: saved.name } : undefined}
        onClose={() => setAsking(undefined)}
      />
    </>
  );
}
