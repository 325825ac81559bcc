import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { messageOf } from '../../../api/message-of.ts';
import { readPalettesAgain, type SavedPalette } from '../../../api/palette-queries.ts';
import { platform } from '../../../api/platform.ts';
import { Button } from '../../../controls/button.tsx';
import { FormActions } from '../../../controls/form-actions.tsx';
import { paletteWords as words } from '../../../words/chart-words.ts';
import { PaletteForm } from './palette-form.tsx';
import { Swatches } from './swatches.tsx';

interface PaletteRowProps {
  readonly palette: SavedPalette;
  readonly onDeleted: () => void;
}

/** A palette of the account. It is changed and deleted in its place. */
export function PaletteRow({ palette, onDeleted }: PaletteRowProps) {
  const { id, name, colors } = palette;
  const [asked, setAsked] = useState<'edit' | 'delete'>();
  const client = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const row = useRef<HTMLLIElement>(null);
  const deletion = useMutation({
    mutationFn: () => platform.deleteChartPalette({ path: { id } }),
    onSuccess: async () => {
      await readPalettesAgain(client);
      onDeleted();
    },
  });
  useEffect(() => {
    if (asked === 'delete') form.current?.querySelector('button')?.focus();
  }, [asked]);
  const close = () => {
    setAsked(undefined);
    deletion.reset();
    row.current?.focus();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!deletion.isPending) deletion.mutate();
  };
  return (
    <li ref={row} tabIndex={-1} aria-label={name}>
      <strong>{name}</strong>
      <Swatches colors={colors} />
      {asked ? null : (
        <>
          <Button aria-label={words.editOf(name)} onPress={() => setAsked('edit')}>
            {words.edit}
          </Button>
          <Button aria-label={words.deleteOf(name)} onPress={() => setAsked('delete')}>
            {words.delete}
          </Button>
        </>
      )}
      {asked === 'edit' ? <PaletteForm palette={palette} action={words.save} onDone={close} /> : null}
      {asked === 'delete' ? (
        <form ref={form} onSubmit={submit}>
          <p>{words.deleteHelp(name)}</p>
          <div role="alert">
            {deletion.error ? <p className="notice negative">{messageOf(deletion.error)}</p> : null}
          </div>
          <FormActions action={words.deleteOf(name)} onCancel={close} />
        </form>
      ) : null}
    </li>
  );
}
