import '../style/conflict.css';
import { ago, exactMoment } from '../words/ago.ts';
import { conflictWords as words } from '../words/conflict-words.ts';
import { AskBeforeLeaving } from './ask-before-leaving.tsx';
import { Button } from './button.tsx';

/** A version that another user has saved since the page was opened. */
interface OtherVersion {
  /** The user who saved it; absent where that is no longer known. */
  readonly by: string | undefined;
  /** An instant of ISO 8601. */
  readonly at: string;
}

interface ConflictProps {
  readonly what: 'dashboard' | 'report';
  readonly other: OtherVersion;
  /** Differences between both versions, a sentence each. */
  readonly differences: readonly string[];
  /** Whether changes would be lost with the page; absent: the address has them. */
  readonly isBlocking?: () => boolean;
  readonly onLoad: () => void;
  readonly onKeep: () => void;
}

const never = () => false;

/** Says who has changed the same thing meanwhile, when and what, and asks which version stays. */
export function Conflict({ what, other, differences, isBlocking = never, onLoad, onKeep }: ConflictProps) {
  const { by = words.somebody, at } = other;
  return (
    <section className="notice conflict" role="alert" aria-label={words.title}>
      <p>
        {(what === 'report' ? words.changedReport : words.changed)(by)}{' '}
        <time dateTime={at} title={exactMoment(at)}>
          {ago(at)}
        </time>
        . {words.kept}
      </p>
      <details>
        <summary>{words.seeChanges(by)}</summary>
        <ul>
          {differences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </details>
      <AskBeforeLeaving isBlocking={isBlocking} help={what === 'report' ? words.leaveReport : words.leaveHelp} />
      <div className="actions">
        <Button onPress={onLoad}>{words.load(by)}</Button>
        <Button look="primary" onPress={onKeep}>
          {words.keepMine}
        </Button>
      </div>
    </section>
  );
}
