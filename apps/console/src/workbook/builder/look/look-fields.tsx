import { isLookValue, lookSettings, lookValueIn } from '@orrery/charts';
import { TextField } from '../../../controls/text-field.tsx';
import { lookWords as words } from '../../../words/look-words.ts';
import { badContrast } from './look-contrast.ts';
import type { SavedTheme } from './saved-theme.ts';

type Setting = (typeof lookSettings)[number];

const keyOf = (path: readonly string[]) => path.join('.');
const groups = [
  ['dashboard', words.ofDashboard],
  ['widgets', words.ofTiles],
] as const;
const inks: ReadonlySet<string> = new Set(['widgets.title.color', 'widgets.text.color']);

/** Texts typed for the settings of a look, by setting. */
export type TypedLook = ReadonlyMap<string, string>;

export const textIn = (typed: TypedLook) => (path: readonly string[]) => typed.get(keyOf(path))?.trim() ?? '';

export function typedOf(look: unknown): TypedLook {
  return new Map(lookSettings.map(({ path }) => [keyOf(path), lookValueIn(look, path) ?? '']));
}

export function hasFaults(typed: TypedLook): boolean {
  return lookSettings.some((setting) => isWrong(typed, setting));
}

function isWrong(typed: TypedLook, { path, kind }: Setting): boolean {
  const text = textIn(typed)(path);
  return text !== '' && !isLookValue(kind, text);
}

interface LookFieldsProps {
  readonly typed: TypedLook;
  /** The theme below; absent: the built-in one. */
  readonly saved: SavedTheme | undefined;
  /** Whether faults are shown. */
  readonly isChecked: boolean;
  readonly onType: (typed: TypedLook) => void;
}

/** The settings of a look, with what the theme has in place of them, and which texts cannot be read. */
export function LookFields({ typed, saved, isChecked, onType }: LookFieldsProps) {
  const textOf = textIn(typed);
  const helpOf = ({ path }: Setting) => {
    const page = textOf(['widgets', 'backgroundColor']) || textOf(['dashboard', 'backgroundColor']);
    const bad = inks.has(keyOf(path)) ? badContrast(textOf(path), page) : undefined;
    if (bad) return words.badContrast(bad.ratio.toFixed(1), bad.nearest);
    const below = lookValueIn(saved?.theme, path);
    return below === undefined || below === textOf(path) ? undefined : words.inTheme(below);
  };
  return groups.map(([group, title]) => (
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
              onChange={(text) => onType(new Map(typed).set(key, text))}
              help={helpOf(setting)}
              fault={isChecked && isWrong(typed, setting) ? words.faults[setting.kind] : undefined}
            />
          );
        })}
    </fieldset>
  ));
}
