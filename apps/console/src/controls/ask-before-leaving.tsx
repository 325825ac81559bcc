import { useBlocker } from '@tanstack/react-router';
import { conflictWords as words } from '../words/conflict-words.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface AskBeforeLeavingProps {
  /** Whether changes would be lost with the page. */
  readonly isBlocking: () => boolean;
  /** Says what is lost, and why. */
  readonly help: string;
  /** Whether the browser asks too, before the tab is closed or loaded again. */
  readonly isOfTab?: boolean;
}

/** Asks before a page is left whose changes are nowhere else. */
export function AskBeforeLeaving({ isBlocking, help, isOfTab = false }: AskBeforeLeavingProps) {
  const enableBeforeUnload = isOfTab && isBlocking;
  const leaving = useBlocker({ shouldBlockFn: isBlocking, enableBeforeUnload, withResolver: true });
  if (leaving.status !== 'blocked') return null;
  return (
    <Dialog title={words.leaveTitle} isOpen onClose={leaving.reset}>
      <p>{help}</p>
      <div className="actions">
        <Button onPress={leaving.proceed}>{words.leave}</Button>
        <Button look="primary" onPress={leaving.reset}>
          {words.stay}
        </Button>
      </div>
    </Dialog>
  );
}
