import { Button } from '../controls/button.tsx';
import { Dialog } from '../controls/dialog.tsx';
import { shellWords as words } from '../words/shell-words.ts';

interface KeysDialogProps {
  readonly onClose: () => void;
}

const rows = [
  ['?', words.keyHelp],
  [words.keyThenKey('g', 'h'), words.keyHome],
  [words.keyThenKey('g', 'e'), words.keyExplore],
  [words.keyThenKey('g', 'w'), words.keyWorkspace],
  ['[', words.keyFold],
  ['f', words.keyFind],
  ['i', words.keyWhy],
  ['Alt 1 - 5', words.keyTabs],
  ['Ctrl S', words.keySave],
  ['Ctrl Enter', words.keyRun],
  ['Esc', words.keyEscape],
] as const;

/** The keys that work everywhere. */
export default function KeysDialog({ onClose }: KeysDialogProps) {
  return (
    <Dialog title={words.keys} isOpen onClose={onClose}>
      <dl className="keys">
        {rows.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <p className="help">{words.keysHelp}</p>
      <div className="actions">
        <Button autoFocus onPress={onClose}>
          {words.close}
        </Button>
      </div>
    </Dialog>
  );
}
