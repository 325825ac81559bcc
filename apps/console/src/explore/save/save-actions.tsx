import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { messageOf } from '../../api/message-of.ts';
import { platform } from '../../api/platform.ts';
import type { QueryAnswer } from '@orrery/embed';
import { queries } from '../../api/queries.ts';
import { Button } from '../../controls/button.tsx';
import { Dialog } from '../../controls/dialog.tsx';
import { FolderChoice, type FolderOption } from '../../controls/folder-choice.tsx';
import { TextField } from '../../controls/text-field.tsx';
import type { CopiedReport } from '../../model/copied-report.ts';
import { questionOf } from '../../model/report-question.ts';
import { exploreDetailWords as details } from '../../words/explore-detail-words.ts';
import { exploreWords as words } from '../../words/explore-words.ts';
import { MoreActions } from './more-actions.tsx';
import { type Explored, isChanged, type Report, type SavedExploration } from './explored-report.ts';
import { bodyOf, changesOf, waitsForRows } from './report-of.ts';
import { statementToSave } from './statement-to-save.ts';
import { SaveFailure } from './save-failure.tsx';
import { updateReport } from './update-report.ts';
import { useSaveKey } from './use-save-key.ts';

interface SaveActionsProps {
  readonly deploymentId: number;
  readonly explored: Explored;
  /** The rows of what is explored; absent while there are none, or those of another query. */
  readonly answered: QueryAnswer | undefined;
  /** A name for a new report. */
  readonly suggestion: string;
  readonly saved: SavedExploration | undefined;
  /** Whether there is no query yet. */
  readonly isEmpty: boolean;
  /** Called when saving begins; what it returns is called with what was saved. */
  readonly onSaving: () => (report: Report) => void;
}

interface SavedCallback {
  readonly onSaved: (report: Report) => void;
}

const longestName = 255;

/** Saves the exploration: in place where it is a report already, else under a name, in a folder. */
export default function SaveActions({
  deploymentId,
  explored,
  answered,
  suggestion,
  saved,
  isEmpty,
  onSaving,
}: SaveActionsProps) {
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [path, setPath] = useState<readonly FolderOption[]>([]);
  const [said, setSaid] = useState('');
  const isWaiting = !isEmpty && waitsForRows(explored, answered);
  const isDisabled = isEmpty || isWaiting;
  const hasChanges = saved !== undefined && isChanged(saved, explored);
  /** The report that the changes were made on. It may be loaded again while there are some. */
  const basis = useRef<Report>(undefined);
  const opened = saved?.report;
  useEffect(() => {
    if (!hasChanges || basis.current?.id !== opened?.id) basis.current = opened;
  }, [hasChanges, opened]);
  const keep = (report: Report, { onSaved }: SavedCallback) => {
    client.setQueryData(queries.report(deploymentId, report.id).queryKey, report);
    setSaid(details.saved(report.name));
    setOpen(false);
    onSaved(report);
  };
  const create = useMutation({
    mutationFn: async ({ name }: SavedCallback & { readonly name: string }) => {
      const { explored: kept, statement } = await statementToSave(deploymentId, explored);
      const body = { ...bodyOf(kept, answered, statement), name, folderId: path.at(-1)?.id ?? null };
      return platform.createReport({ path: { deploymentId }, body });
    },
    onSuccess: keep,
  });
  const update = useMutation({
    mutationFn: async ({
      of,
      basedOn,
    }: SavedCallback & { readonly of: SavedExploration; readonly basedOn: string | undefined }) => {
      const { explored: kept, statement } = await statementToSave(deploymentId, explored);
      return updateReport(of.report, changesOf(of, kept, answered, statement), basedOn);
    },
    onSuccess: keep,
  });
  const makeReport = async (): Promise<CopiedReport> => {
    const { explored: kept, statement } = await statementToSave(deploymentId, explored);
    const made = saved ? changesOf(saved, kept, answered, statement) : bodyOf(kept, answered, statement);
    const { name = suggestion.slice(0, longestName), title = null } = saved?.report ?? {};
    return { name, title, question: questionOf(made), meta: made.meta ?? null };
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name')).trim();
    if (name !== '') create.mutate({ name, onSaved: onSaving() });
  };
  const open = () => {
    setPath([]);
    create.reset();
    setOpen(true);
  };
  const save = () => {
    setSaid('');
    if (saved) update.mutate({ of: saved, basedOn: basis.current?.revision, onSaved: onSaving() });
    else open();
  };
  const loadOther = (report: Report) => {
    update.reset();
    client.setQueryData(queries.report(deploymentId, report.id).queryKey, report);
    onSaving()(report); // what was here is in the address before
  };
  const isSaved = saved !== undefined && !hasChanges;
  useSaveKey(isDisabled || isSaved ? undefined : save);
  return (
    <>
      <span role="status" className="help">
        {isWaiting ? details.savedWithRows : hasChanges ? details.unsaved : said}
      </span>
      <SaveFailure
        error={update.error}
        mine={explored}
        onLoad={loadOther}
        onKeep={(of) => update.mutate({ of, basedOn: of.report.revision, onSaved: onSaving() })}
      />
      <Button look="primary" isDisabled={isDisabled || isSaved} isPending={update.isPending} onPress={save}>
        {details.save}
      </Button>
      {saved ? (
        <Button isDisabled={isDisabled} onPress={open}>
          {details.saveAs}
        </Button>
      ) : null}
      <MoreActions deploymentId={deploymentId} makeReport={makeReport} isDisabled={isDisabled} report={saved?.report} />
      <Dialog title={details.newReport} isOpen={isOpen} onClose={() => setOpen(false)}>
        <form onSubmit={submit}>
          <TextField
            name="name"
            label={details.reportName}
            defaultValue={suggestion.slice(0, longestName)}
            maxLength={longestName}
            isRequired
            autoFocus
          />
          <FolderChoice deploymentId={deploymentId} path={path} onChange={setPath} />
          <div role="alert">
            {create.isError ? <p className="notice negative">{messageOf(create.error, details.notSaved)}</p> : null}
          </div>
          <div className="actions">
            <Button onPress={() => setOpen(false)}>{words.cancel}</Button>
            <Button look="primary" type="submit" isDisabled={isWaiting} isPending={create.isPending}>
              {details.save}
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  );
}
