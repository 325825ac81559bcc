import { useBlocker } from '@tanstack/react-router';
import { Button } from '../../controls/button.tsx';
import { Dialog } from '../../controls/dialog.tsx';
import { ago, exactMoment } from '../../words/ago.ts';
import { conflictWords as words } from '../../words/conflict-words.ts';
import type { Report } from '../report.ts';
import type { Draft } from './draft.ts';
import type { OtherDraft } from './draft-saver.ts';
import { differences } from './what-changes.ts';

interface DraftConflictProps {
  /** The draft of this page. */
  readonly mine: Draft;
  readonly other: OtherDraft;
  readonly reports: readonly Report[];
  /** Whether changes would be lost with the page. */
  readonly isBlocking: () => boolean;
  readonly onLoad: () => void;
  readonly onKeep: () => void;
}

/** Says who has changed the dashboard meanwhile, when and what, and asks which draft stays. */
export function DraftConflict({ mine, other, reports, isBlocking, onLoad, onKeep }: DraftConflictProps) {
  const { draft, by = words.somebody, at } = other;
  // The changes of this page are nowhere else.
  const leaving = useBlocker({ shouldBlockFn: isBlocking, enableBeforeUnload: false, withResolver: true });
  return (
    <section className="notice draft-conflict" role="alert" aria-label={words.title}>
      <p>
        {words.changed(by)}{' '}
        <time dateTime={at} title={exactMoment(at)}>
          {ago(at)}
        </time>
        . {words.kept}
      </p>
      <details>
        <summary>{words.seeChanges(by)}</summary>
        <ul>
          {differences(draft, mine, reports).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </details>
      {leaving.status === 'blocked' ? (
        <Dialog title={words.leaveTitle} isOpen onClose={leaving.reset}>
          <p>{words.leaveHelp}</p>
          <div className="actions">
            <Button onPress={leaving.proceed}>{words.leave}</Button>
            <Button look="primary" onPress={leaving.reset}>
              {words.stay}
            </Button>
          </div>
        </Dialog>
      ) : null}
      <div className="actions">
        <Button onPress={onLoad}>{words.load(by)}</Button>
        <Button look="primary" onPress={onKeep}>
          {words.keepMine}
        </Button>
      </div>
    </section>
  );
}
