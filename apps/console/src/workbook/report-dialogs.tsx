import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { messageOf } from '../api/message-of.ts';
import { platform } from '../api/platform.ts';
import { Dialog } from '../controls/dialog.tsx';
import { TextField } from '../controls/text-field.tsx';
import { workbookWords as words } from '../words/workbook-words.ts';
import type { Report } from './report.ts';
import { FormActions } from '../controls/form-actions.tsx';

export type ReportAct = 'edit' | 'rename' | 'duplicate' | 'copy' | 'delete';

interface ReportDialogsProps {
  readonly acting: { readonly act: 'rename' | 'delete'; readonly report: Report } | undefined;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Renames a report, or deletes it. */
export function ReportDialogs({ acting, onClose, onDone }: ReportDialogsProps) {
  const doing = useMutation({
    mutationFn: async ({ report, name }: { readonly report: Report; readonly name?: string }) => {
      const path = { deploymentId: report.deploymentId, reportId: report.id };
      if (name === undefined) await platform.deleteReport({ path });
      else await platform.updateReport({ path, body: { name } });
    },
    onSuccess: () => {
      onClose();
      onDone();
    },
  });
  if (!acting) return null;
  const { act, report } = acting;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (doing.isPending) return;
    const name = String(new FormData(event.currentTarget).get('name') ?? '').trim();
    doing.mutate(act === 'rename' ? { report, name } : { report });
  };
  const close = () => {
    doing.reset();
    onClose();
  };
  const shownName = report.title || report.name;
  return (
    <Dialog
      title={act === 'rename' ? words.renameTitle(shownName) : words.deleteTitle(shownName)}
      isOpen
      onClose={close}
    >
      <form onSubmit={submit}>
        {act === 'rename' ? (
          <TextField name="name" label={words.name} defaultValue={report.name} maxLength={255} isRequired autoFocus />
        ) : (
          <p>{words.deleteHelp}</p>
        )}
        <div role="alert">{doing.error ? <p className="notice negative">{messageOf(doing.error)}</p> : null}</div>
        <FormActions action={act === 'rename' ? words.save : words.deleteIt} onCancel={close} />
      </form>
    </Dialog>
  );
}
