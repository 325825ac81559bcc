import { OrreryError } from '@orrery/client';
import { Button } from '../controls/button.tsx';
import { shellWords as words } from '../words/shell-words.ts';

interface FailureProps {
  readonly error: unknown;
  readonly onAgain: () => void;
}

/** Says what went wrong in a part of the page, and how to go on. The rest of the page lives. */
export function Failure({ error, onAgain }: FailureProps) {
  return (
    <div className="failure" role="alert">
      <p className="notice negative">{sentenceOf(error)}</p>
      <Button onPress={onAgain}>{words.tryAgain}</Button>
    </div>
  );
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof OrreryError)) return words.broken;
  if (error.status === 0) return words.noConnection;
  if (error.status >= 500) return error.requestId === undefined ? words.broken : words.brokenAt(error.requestId);
  return words.refused(error.message);
}
