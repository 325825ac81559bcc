import { isLookValue, lookSettings, lookValueIn } from '@orrery/charts';
import { type FormEvent, useState } from 'react';
import { Button } from '../../controls/button.tsx';
import { Dialog } from '../../controls/dialog.tsx';
import { TextField } from '../../controls/text-field.tsx';
import { lookWords as words } from '../../words/look-words.ts';
import { workbookWords } from '../../words/workbook-words.ts';
import type { Draft } from './draft.ts';
import { themeWith } from './theme-with.ts';

type Theme = Draft['theme'];

interface LookDialogProps {
  readonly theme: Theme;
  /** @param theme `undefined`: the look of the application */
  readonly onApply: (theme: Theme) => void;
  readonly onClose: () => void;
}

const keyOf = (path: readonly string[]) => path.join('.');
const groups = [
  ['dashboard', words.ofDashboard],
  ['widgets', words.ofTiles],
] as const;

/** The look of a dashboard: backgrounds, borders, titles and texts. It is kept with the dashboard. */
export function LookDialog({ theme, onApply, onClose }: LookDialogProps) {
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(
    () => new Map(lookSettings.map(({ path }) => [keyOf(path), lookValueIn(theme, path) ?? ''])),
  );
  const [isChecked, setChecked] = useState(false);
  const textOf = (path: readonly string[]) => typed.get(keyOf(path))?.trim() ?? '';
  const isWrong = ({ path, kind }: (typeof lookSettings)[number]) =>
    textOf(path) !== '' && !isLookValue(kind, textOf(path));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setChecked(true);
    if (lookSettings.some(isWrong)) return;
    onApply(
      lookSettings.reduce<Theme>((before, { path }) => themeWith(before, path, textOf(path)), theme ?? undefined),
    );
  };
  return (
    <Dialog title={words.title} isOpen onClose={onClose}>
      <form onSubmit={submit} className="look-form">
        <p className="help">{words.help}</p>
        {groups.map(([group, title]) => (
          <fieldset key={group}>
            <legend>{title}</legend>
            {lookSettings
              .filter(({ path }) => path[0] === group)
              .map((setting) => {
                const key = keyOf(setting.path);
                return (
                  <TextField
                    key={key}
                    label={words.names[key as keyof typeof words.names]}
                    value={typed.get(key) ?? ''}
                    onChange={(text) => setTyped((before) => new Map(before).set(key, text))}
                    fault={isChecked && isWrong(setting) ? words.faults[setting.kind] : undefined}
                  />
                );
              })}
          </fieldset>
        ))}
        <div className="actions">
          <Button onPress={() => onApply(undefined)}>{words.reset}</Button>
          <Button onPress={onClose}>{workbookWords.cancel}</Button>
          <Button look="primary" type="submit">
            {workbookWords.apply}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
