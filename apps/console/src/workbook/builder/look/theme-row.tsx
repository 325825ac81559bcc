import type { PlatformSchemas } from '@orrery/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { contentQueries } from '../../../api/content-queries.ts';
import { messageOf } from '../../../api/message-of.ts';
import { platform } from '../../../api/platform.ts';
import { Button } from '../../../controls/button.tsx';
import { FormActions } from '../../../controls/form-actions.tsx';
import { TextField } from '../../../controls/text-field.tsx';
import { themeWords as words } from '../../../words/theme-words.ts';

interface ThemeRowProps {
  readonly theme: PlatformSchemas['DashboardTheme'];
  readonly onDeleted: () => void;
}

/** A theme of the account. It is renamed and deleted in its place. */
export function ThemeRow({ theme, onDeleted }: ThemeRowProps) {
  const { id, name } = theme;
  const [asked, setAsked] = useState<'rename' | 'delete'>();
  const client = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const row = useRef<HTMLLIElement>(null);
  const change = useMutation({
    mutationFn: async (wanted: string | undefined) => {
      const path = { id };
      if (wanted === undefined) await platform.deleteDashboardTheme({ path });
      else await platform.updateDashboardTheme({ path, body: { name: wanted } });
    },
    onSuccess: async (_, wanted) => {
      await client.invalidateQueries(contentQueries.dashboardThemes);
      if (wanted === undefined) onDeleted();
      else close();
    },
  });
  useEffect(() => {
    if (asked === 'delete') form.current?.querySelector('button')?.focus();
  }, [asked]);
  const close = () => {
    setAsked(undefined);
    change.reset();
    row.current?.focus();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (change.isPending) return;
    change.mutate(asked === 'delete' ? undefined : String(new FormData(event.currentTarget).get('name')).trim());
  };
  return (
    <li ref={row} tabIndex={-1} aria-label={name}>
      <strong>{name}</strong>
      {asked ? null : (
        <>
          <Button aria-label={words.renameOf(name)} onPress={() => setAsked('rename')}>
            {words.rename}
          </Button>
          <Button aria-label={words.deleteOf(name)} onPress={() => setAsked('delete')}>
            {words.delete}
          </Button>
        </>
      )}
      {asked ? (
        <form ref={form} onSubmit={submit}>
          {asked === 'rename' ? (
            <TextField name="name" label={words.name} defaultValue={name} maxLength={255} isRequired autoFocus />
          ) : (
            <p>{words.deleteHelp(name)}</p>
          )}
          <div role="alert">{change.error ? <p className="notice negative">{messageOf(change.error)}</p> : null}</div>
          <FormActions action={asked === 'rename' ? words.save : words.deleteOf(name)} onCancel={close} />
        </form>
      ) : null}
    </li>
  );
}
