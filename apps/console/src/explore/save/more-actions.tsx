import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { messageOf } from '../../api/message-of.ts';
import { platform } from '../../api/platform.ts';
import { Button } from '../../controls/button.tsx';
import { type CopiedReport, copiedText } from '../../model/copied-report.ts';
import { copyWords as words } from '../../words/copy-words.ts';

interface MoreActionsProps {
  readonly deploymentId: number;
  /** Makes the report that is copied. */
  readonly makeReport: () => Promise<CopiedReport>;
  readonly isDisabled: boolean;
  /** A tab of a workbook is in one already. */
  readonly isTab: boolean;
}

/** Copies the exploration, to be pasted on the page of a workbook, or makes a workbook of it. */
export function MoreActions({ deploymentId, makeReport, isDisabled, isTab }: MoreActionsProps) {
  const navigate = useNavigate();
  const [said, setSaid] = useState('');
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
          body: { ...report, workbookId: id, source: 'PLAYGROUND' },
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
  const act = (id: 'copy' | 'convert') => {
    setSaid('');
    copy.reset();
    convert.reset();
    if (id === 'copy') copy.mutate();
    else convert.mutate();
  };
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
        <Button look="quiet" aria-label={words.more} isDisabled={isDisabled} isPending={convert.isPending}>
          <Ellipsis size={16} strokeWidth={1.5} aria-hidden="true" />
        </Button>
        <Popover className="popover" placement="bottom end">
          <Menu className="menu" aria-label={words.more} onAction={(id) => act(id === 'copy' ? 'copy' : 'convert')}>
            <MenuItem id="copy">{words.copy}</MenuItem>
            {isTab ? null : <MenuItem id="convert">{words.toWorkbook}</MenuItem>}
          </Menu>
        </Popover>
      </MenuTrigger>
    </>
  );
}
