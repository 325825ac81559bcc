import { useRef } from 'react';
import { Button } from '../../../controls/button.tsx';
import { themeWords as words } from '../../../words/theme-words.ts';
import type { SavedTheme } from './saved-theme.ts';
import { ThemeRow } from './theme-row.tsx';

interface ManageThemesProps {
  readonly themes: readonly SavedTheme[];
  readonly onBack: () => void;
}

/** The themes of the account, for users who may change them. */
export function ManageThemes({ themes, onBack }: ManageThemesProps) {
  const list = useRef<HTMLUListElement>(null);
  return (
    <>
      <p className="help">{words.help}</p>
      <ul className="themes" ref={list} tabIndex={-1} aria-label={words.title}>
        <li>
          <strong>{words.builtIn}</strong>
          <span className="help">{words.builtInHelp}</span>
        </li>
        {themes.map((theme) => (
          <ThemeRow key={theme.id} theme={theme} onDeleted={() => list.current?.focus()} />
        ))}
      </ul>
      {themes.length === 0 ? <p>{words.empty}</p> : null}
      <div className="actions">
        <Button autoFocus onPress={onBack}>
          {words.back}
        </Button>
      </div>
    </>
  );
}
