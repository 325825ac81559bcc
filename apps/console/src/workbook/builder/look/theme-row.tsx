import type { PlatformSchemas } from '@orrery/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { contentQueries } from '../../../api/content-queries.ts';
import { messageOf } from '../../../api/message-of.ts';
import { platform } from '../../../api/platform.ts';
import { FormActions } from '../../../controls/form-actions.tsx';
import { SavedRow } from '../../../controls/saved-row.tsx';
import { TextField } from '../../../controls/text-field.tsx';
import { themeWords as words } from '../../../words/theme-words.ts';

interface ThemeRowProps {
  readonly theme: PlatformSchemas['DashboardTheme'];
  readonly onDeleted: () => void;
}

/** A theme of the account. It is renamed in its place; its settings are changed where it is chosen. */
export function ThemeRow({ theme, onDeleted }: ThemeRowProps) {
  const { id, name } = theme;
  const client = useQueryClient();
  const onDelete = async () => {
    await platform.deleteDashboardTheme({ path: { id } });
    await client.invalidateQueries(contentQueries.dashboardThemes);
  };
  return (
    <SavedRow
      {...{ name, words, onDelete, onDeleted }}
      formOf={(close) => <RenameForm {...{ id, name }} onDone={close} />}
    />
  );
}

interface RenameFormProps {
  readonly id: number;
  readonly name: string;
  readonly onDone: () => void;
}

function RenameForm({ id, name, onDone }: RenameFormProps) {
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (wanted: string) => platform.updateDashboardTheme({ path: { id }, body: { name: wanted } }),
    onSuccess: async () => {
      await client.invalidateQueries(contentQueries.dashboardThemes);
      onDone();
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!change.isPending) change.mutate(String(new FormData(event.currentTarget).get('name')).trim());
  };
  return (
    <form onSubmit={submit}>
      <TextField name="name" label={words.name} defaultValue={name} maxLength={255} isRequired autoFocus />
      <div role="alert">{change.error ? <p className="notice negative">{messageOf(change.error)}</p> : null}</div>
      <FormActions action={words.save} onCancel={onDone} />
    </form>
  );
}
