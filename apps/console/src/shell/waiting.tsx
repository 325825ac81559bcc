import { shellWords as words } from '../words/shell-words.ts';

interface WaitingProps {
  readonly what: string;
  /** Height of what comes, so that nothing jumps. */
  readonly height?: number | undefined;
}

/** The shape of what comes, still, after a moment. */
export function Waiting({ what, height = 96 }: WaitingProps) {
  return (
    <div className="waiting" role="status" style={{ minHeight: height }}>
      <span className="unseen">{words.loading(what)}</span>
    </div>
  );
}
