import { type KeyboardEvent, useId, useState } from 'react';
import { isPressed } from './shortcuts.ts';
import { controlWords as words } from '../words/control-words.ts';
import { Button } from './button.tsx';
import { CopyButton } from './code-block.tsx';

interface CodeEditorProps {
  readonly label: string;
  /** The saved text. */
  readonly text: string;
  /** Text that the user typed in its place, kept by the component that shows the editor; absent: none. */
  readonly typed: string | undefined;
  readonly onType: (typed: string | undefined) => void;
  readonly help?: string | undefined;
  /** @returns whether the text was taken; one that was not stays as it was typed */
  readonly onRun: (text: string) => boolean | Promise<boolean>;
}

/** Text for programs that may be changed by hand: it is run, or what was typed is discarded. */
export function CodeEditor({ label, text, typed, onType, help, onRun }: CodeEditorProps) {
  const id = useId();
  const shown = typed ?? text;
  const [isRunning, setRunning] = useState(false);
  const isChanged = shown !== text;
  const run = async () => {
    setRunning(true);
    const isTaken = await onRun(shown);
    setRunning(false);
    if (isTaken) onType(undefined); // it comes back in the form that it is kept in
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isPressed(event, 'run') || shown.trim() === '') return;
    event.preventDefault();
    void run();
  };
  return (
    <section className="code-block" aria-label={label}>
      <header>
        <label htmlFor={id}>{label}</label>
        <CopyButton label={label} text={() => shown} />
      </header>
      <textarea
        id={id}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        rows={Math.min(20, Math.max(3, shown.split('\n').length + 1))}
        value={shown}
        aria-describedby={help === undefined ? undefined : `${id}-help`}
        onChange={({ target }) => onType(target.value)}
        onKeyDown={onKeyDown}
      />
      {help === undefined ? null : (
        <p className="help" id={`${id}-help`}>
          {help}
        </p>
      )}
      {isChanged ? (
        <div className="actions">
          <Button onPress={() => onType(undefined)}>{words.discard}</Button>
          <Button look="primary" isPending={isRunning} isDisabled={shown.trim() === ''} onPress={() => void run()}>
            {words.saveAndRun}
          </Button>
        </div>
      ) : null}
    </section>
  );
}
