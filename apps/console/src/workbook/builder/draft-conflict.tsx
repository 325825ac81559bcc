import { Conflict } from '../../controls/conflict.tsx';
import type { Report } from '../report.ts';
import type { Draft } from '../../model/dashboard-draft.ts';
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

/** Asks which draft of a dashboard stays. */
export function DraftConflict({ mine, other, reports, ...rest }: DraftConflictProps) {
  return <Conflict what="dashboard" other={other} differences={differences(other.draft, mine, reports)} {...rest} />;
}
