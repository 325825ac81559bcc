import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { messageOf } from '../api/message-of.ts';
import { platform } from '../api/platform.ts';
import { Button } from '../controls/button.tsx';
import { Dialog } from '../controls/dialog.tsx';
import { workbookWords as words } from '../words/workbook-words.ts';
import type { ServedWorkbook } from './report.ts';

interface RestoreDialogProps {
  readonly workbook: Pick<ServedWorkbook, 'deploymentId' | 'id'>;
  readonly version: { readonly id: number; readonly versionNumber: number };
  /** Ends what is on its way to the server, which would replace what is restored. */
  readonly settle?: () => Promise<unknown>;
  readonly onRestored?: () => void;
  readonly onCancel: () => void;
  readonly onClose: () => void;
}

/** Warns that all tabs are replaced, restores a version, and opens the workbook. */
export function RestoreDialog({ workbook, version, settle, onRestored, onCancel, onClose }: RestoreDialogProps) {
  const { deploymentId, id: workbookId } = workbook;
  const client = useQueryClient();
  const navigate = useNavigate();
  const restore = useMutation({
    mutationFn: async () => {
      await settle?.();
      return platform.restoreDashboardVersion({ path: { deploymentId, workbookId, versionId: version.id } });
    },
    onSuccess: async () => {
      onRestored?.();
      onClose();
      // The builder holds the draft as it was: it begins again with the restored one.
      await navigate({
        to: '/deployments/$deploymentId/workbooks/$workbookId',
        params: { deploymentId: String(deploymentId), workbookId: String(workbookId) },
      });
      await client.resetQueries({ queryKey: ['workbook', deploymentId, workbookId] });
    },
  });
  return (
    <Dialog title={words.restoreTitle(version.versionNumber)} isOpen onClose={onClose}>
      <p>{words.restoreHelp}</p>
      <div role="alert">{restore.error ? <p className="notice negative">{messageOf(restore.error)}</p> : null}</div>
      <div className="actions">
        <Button onPress={onCancel}>{words.cancel}</Button>
        <Button look="primary" onPress={() => restore.isPending || restore.mutate()}>
          {words.restoreIt}
        </Button>
      </div>
    </Dialog>
  );
}
