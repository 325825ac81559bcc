import { paletteFaults } from '@orrery/charts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { messageOf } from '../../../api/message-of.ts';
import { readPalettesAgain, type SavedPalette, savedPalettes } from '../../../api/palette-queries.ts';
import { platform } from '../../../api/platform.ts';
import { FormActions } from '../../../controls/form-actions.tsx';
import { TextField } from '../../../controls/text-field.tsx';
import { isSame } from '../../../model/is-same.ts';
import { paletteWords as words } from '../../../words/chart-words.ts';
import { useLatest } from '../use-latest.ts';
import { colorsIn, notColorsIn, colorText } from './color-text.ts';
import { Swatches } from './swatches.tsx';

interface PaletteFormProps {
  /** The one that is changed; absent: a new one. */
  readonly palette?: SavedPalette;
  readonly action: string;
  /** @param saved absent: nothing was saved */
  readonly onDone: (saved?: SavedPalette) => void;
}

class PaletteChanged extends Error {}

/** The name and the colours of a palette. */
export function PaletteForm({ palette, action, onDone }: PaletteFormProps) {
  /** The palette as it was when the form was opened, so that saving never overwrites the change of another user. */
  const [before] = useState(palette);
  const [name, setName] = useState(before?.name ?? '');
  const [text, setText] = useState(colorText(before?.colors ?? []));
  const [isChecked, setChecked] = useState(false);
  const client = useQueryClient();
  const latest = useLatest(onDone);
  const colors = colorsIn(text);
  const fault = isChecked ? faultOf(colors) : undefined;
  const save = useMutation({
    mutationFn: async () => {
      const body = { name: name.trim(), colors: [...colors] };
      if (!before) return platform.createChartPalette({ body });
      const stored = (await client.fetchQuery(savedPalettes)).find(({ id }) => id === before.id);
      if (stored && !isSame(stored, before)) throw new PaletteChanged();
      return platform.updateChartPalette({ path: { id: before.id }, body });
    },
    onSuccess: () => readPalettesAgain(client),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setChecked(true);
    if (faultOf(colors) === undefined && !save.isPending) {
      // Nobody is told after the form was closed.
      save.mutate(undefined, { onSuccess: (saved) => latest.current(saved) });
    }
  };
  const shown = colors.filter((color) => notColorsIn([color]).length === 0);
  return (
    <form onSubmit={submit} className="palette-form">
      <TextField label={words.name} value={name} onChange={setName} maxLength={255} isRequired autoFocus />
      <TextField
        label={words.colors}
        help={words.colorsHelp}
        fault={fault}
        value={text}
        onChange={setText}
        isRequired
      />
      {shown.length > 0 ? <Swatches colors={shown} /> : null}
      <div role="alert">
        {save.error ? (
          <p className="notice negative">
            {save.error instanceof PaletteChanged ? words.changed : messageOf(save.error)}
          </p>
        ) : null}
      </div>
      <FormActions action={action} onCancel={() => onDone()} />
    </form>
  );
}

function faultOf(colors: readonly string[]): string | undefined {
  const wrong = notColorsIn(colors);
  if (wrong.length > 0) return words.notColors(wrong.join(', '));
  return paletteFaults(colors).length > 0 ? words.count : undefined;
}
