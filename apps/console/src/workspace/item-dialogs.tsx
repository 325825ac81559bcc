import { OrreryError } from '@orrery/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { platform } from '../api/platform.ts';
import { Dialog } from '../controls/dialog.tsx';
import { FolderChoice, type FolderOption } from '../controls/folder-choice.tsx';
import { TextField } from '../controls/text-field.tsx';
import { workspaceWords as words } from '../words/workspace-words.ts';
import { type Item, itemName } from '../items/item.ts';
import { FormActions } from '../controls/form-actions.tsx';

const longestName = 255;

interface AskProps {
  readonly title: string;
  readonly deploymentId: number;
  readonly action: string;
  readonly onClose: () => void;
  /** Does it; what it returns says what was done. */
  readonly act: (form: FormData) => Promise<string>;
  readonly onDone: (said: string) => void;
  readonly children: ReactNode;
}

/** Asks for what is needed, does it, and says what is wrong where it fails. */
function Ask({ title, deploymentId, action, onClose, act, onDone, children }: AskProps) {
  const client = useQueryClient();
  const doing = useMutation({
    mutationFn: act,
    onSuccess: async (said) => {
      onClose();
      onDone(said);
      await Promise.all([
        client.invalidateQueries({ queryKey: ['workspace', deploymentId] }),
        client.invalidateQueries({ queryKey: ['folders', deploymentId] }),
      ]);
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!doing.isPending) doing.mutate(new FormData(event.currentTarget));
  };
  const { error } = doing;
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <form onSubmit={submit}>
        {children}
        <div role="alert">
          {error ? (
            <p className="notice negative">
              {error instanceof OrreryError && error.status > 0 ? words.refused(error.message) : words.failed}
            </p>
          ) : null}
        </div>
        <FormActions action={action} onCancel={onClose} />
      </form>
    </Dialog>
  );
}

interface OfItemProps {
  readonly item: Item;
  readonly onClose: () => void;
  readonly onDone: (said: string) => void;
}

const nameIn = (form: FormData) => String(form.get('name')).trim();

function NameField({ value = '' }: { readonly value?: string }) {
  return <TextField name="name" label={words.name} defaultValue={value} maxLength={longestName} isRequired autoFocus />;
}

export function RenameDialog({ item, ...asked }: OfItemProps) {
  const { deploymentId, id } = item;
  const act = async (form: FormData) => {
    const name = nameIn(form);
    const body = { name };
    if (item.type === 'FOLDER') await platform.updateFolder({ path: { deploymentId, folderId: id }, body });
    else if (item.type === 'WORKBOOK') await platform.updateWorkbook({ path: { deploymentId, workbookId: id }, body });
    else await platform.updateReport({ path: { deploymentId, reportId: id }, body });
    return words.renamed(name);
  };
  return (
    <Ask {...asked} title={words.renameTitle(itemName(item))} deploymentId={deploymentId} action={words.save} act={act}>
      <NameField value={itemName(item)} />
    </Ask>
  );
}

export function MoveDialog({ item, ...asked }: OfItemProps) {
  const { deploymentId, id, type } = item;
  const [path, setPath] = useState<readonly FolderOption[]>([]);
  const act = async () => {
    const folderId = path.at(-1)?.id;
    const body = { type, id, ...(folderId === undefined ? {} : { folderId }) };
    await platform.moveWorkspaceObject({ path: { deploymentId }, body });
    return words.moved(itemName(item));
  };
  return (
    <Ask
      {...asked}
      title={words.moveTitle(itemName(item))}
      deploymentId={deploymentId}
      action={words.moveHere}
      act={act}
    >
      <FolderChoice deploymentId={deploymentId} path={path} onChange={setPath} />
    </Ask>
  );
}

const whatGoes = { FOLDER: words.deleteFolder, WORKBOOK: words.deleteWorkbook, REPORT: words.deleteReport } as const;

export function DeleteDialog({ item, ...asked }: OfItemProps) {
  const { deploymentId, id, type } = item;
  const act = async () => {
    if (type === 'FOLDER') await platform.deleteFolder({ path: { deploymentId, folderId: id } });
    else if (type === 'WORKBOOK') await platform.deleteWorkbook({ path: { deploymentId, workbookId: id } });
    else await platform.deleteReport({ path: { deploymentId, reportId: id } });
    return words.deleted(itemName(item));
  };
  return (
    <Ask
      {...asked}
      title={words.deleteTitle(itemName(item))}
      deploymentId={deploymentId}
      action={words.deleteIt}
      act={act}
    >
      <p>{whatGoes[type]}</p>
    </Ask>
  );
}

interface NewDialogProps {
  readonly kind: 'folder' | 'workbook';
  readonly deploymentId: number;
  /** The folder that it is made in; absent: the top. */
  readonly folderId: number | undefined;
  readonly onClose: () => void;
  readonly onDone: (said: string) => void;
  readonly onWorkbook: (id: number) => void;
}

export function NewDialog({ kind, deploymentId, folderId, onClose, onDone, onWorkbook }: NewDialogProps) {
  const act = async (form: FormData) => {
    const name = nameIn(form);
    if (kind === 'folder') {
      await platform.createFolder({ path: { deploymentId }, body: { name, parentId: folderId ?? null } });
    } else {
      const made = await platform.createWorkbook({
        path: { deploymentId },
        body: { name, folderId: folderId ?? null },
      });
      onWorkbook(made.id);
    }
    return words.made(name);
  };
  const title = kind === 'folder' ? words.newFolder : words.newWorkbook;
  return (
    <Ask title={title} deploymentId={deploymentId} action={words.create} act={act} onClose={onClose} onDone={onDone}>
      <NameField />
    </Ask>
  );
}
