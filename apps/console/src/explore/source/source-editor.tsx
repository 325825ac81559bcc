import { type RefObject, useId } from 'react';
import { isPressed } from '../../controls/shortcuts.ts';
import { sourceWords as words } from '../../words/source-words.ts';

interface SourceEditorProps {
  readonly area: RefObject<HTMLTextAreaElement | null>;
  readonly sql: string;
  readonly onChange: (sql: string) => void;
  readonly onRun: () => void;
}

/** The field of a statement, as high as its text. */
export function SourceEditor({ area, sql, onChange, onRun }: SourceEditorProps) {
  const id = useId();
  return (
    <div className="code-block">
      <label htmlFor={id}>{words.editor}</label>
      <textarea
        id={id}
        ref={area}
        className="source-editor"
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        rows={Math.min(24, Math.max(8, sql.split('\n').length + 1))}
        maxLength={100_000}
        value={sql}
        aria-describedby={`${id}-help`}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={(event) => {
          if (!isPressed(event, 'run')) return;
          event.preventDefault();
          onRun();
        }}
      />
      <p className="help" id={`${id}-help`}>
        {words.editorHelp} {words.past}
      </p>
    </div>
  );
}
