import { Button } from '../controls/button.tsx';
import { Dialog } from '../controls/dialog.tsx';
import { shellWords as words } from '../words/shell-words.ts';
import { shortcuts } from '../controls/shortcuts.ts';

interface KeysDialogProps {
  readonly onClose: () => void;
}

const does: Readonly<Record<keyof typeof shortcuts, string>> = {
  help: words.keyHelp,
  home: words.keyHome,
  explore: words.keyExplore,
  workspace: words.keyWorkspace,
  fold: words.keyFold,
  find: words.keyFind,
  why: words.keyWhy,
  tabs: words.keyTabs,
  save: words.keySave,
  run: words.keyRun,
  escape: words.keyEscape,
};

const rows = Object.entries(shortcuts).map(([name, keys]) => {
  const [first = '', next] = keys.split(' ');
  return [
    first.length === 1 && next !== undefined ? words.keyThenKey(first, next) : keys,
    does[name as keyof typeof shortcuts],
  ] as const;
});

/** The keys that work everywhere. */
export default function KeysDialog({ onClose }: KeysDialogProps) {
  return (
    <Dialog title={words.keys} isOpen onClose={onClose}>
      <dl className="keys">
        {rows.map(([key, text]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{text}</dd>
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
