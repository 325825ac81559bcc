import { Conflict } from '../../controls/conflict.tsx';
import { conflictWords as words } from '../../words/conflict-words.ts';
import { askedTextOf, type Explored, exploredOf, type Report, shownTextOf } from './explored-report.ts';

interface ReportConflictProps {
  readonly mine: Explored;
  /** The report as somebody else has saved it. */
  readonly report: Report;
  readonly onLoad: () => void;
  readonly onKeep: () => void;
}

/** Asks which version of a report stays. */
export function ReportConflict({ mine, report, ...rest }: ReportConflictProps) {
  const { changedBy, updatedAt: at } = report;
  const by = changedBy ? (changedBy.firstName ?? changedBy.email) : undefined;
  return <Conflict what="report" other={{ by, at }} differences={differencesOf(report, mine)} {...rest} />;
}

function differencesOf(report: Report, mine: Explored): readonly string[] {
  const { explored } = exploredOf(report);
  const found = [
    ...(askedTextOf(explored) === askedTextOf(mine) ? [] : [words.otherQuery]),
    ...(shownTextOf(explored) === shownTextOf(mine) ? [] : [words.otherLook]),
  ];
  return found.length > 0 ? found : [words.otherParts];
}
