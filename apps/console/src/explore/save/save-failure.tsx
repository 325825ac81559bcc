import { lazy, Suspense } from 'react';
import { messageOf } from '../../api/message-of.ts';
import { exploreDetailWords as details } from '../../words/explore-detail-words.ts';
import { type Explored, exploredOf, type Report, type SavedExploration } from './explored-report.ts';
import { ReportConflict as Changed } from './update-report.ts';

const ReportConflict = lazy(async () => ({ default: (await import('./report-conflict.tsx')).ReportConflict }));

interface SaveFailureProps {
  /** Thrown by `updateReport`; `null` where it has saved. */
  readonly error: Error | null;
  readonly mine: Explored;
  /** Called with the report that somebody else has saved. */
  readonly onLoad: (other: Report) => void;
  /** Called with that report, which is saved over. */
  readonly onKeep: (other: SavedExploration) => void;
}

/** Says why a report was not saved, and asks which version stays where somebody else has changed it. */
export function SaveFailure({ error, mine, onLoad, onKeep }: SaveFailureProps) {
  if (error === null) return null;
  if (!(error instanceof Changed)) {
    return (
      <p className="notice negative" role="alert">
        {messageOf(error, details.notSaved)}
      </p>
    );
  }
  const { report } = error;
  return (
    <Suspense fallback={null}>
      <ReportConflict
        mine={mine}
        report={report}
        onLoad={() => onLoad(report)}
        onKeep={() => onKeep({ report, explored: exploredOf(report).explored })}
      />
    </Suspense>
  );
}
