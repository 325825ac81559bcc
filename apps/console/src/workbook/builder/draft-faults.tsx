import { lazy, Suspense } from 'react';
import { Button } from '../../controls/button.tsx';
import { shellWords } from '../../words/shell-words.ts';
import { workbookWords as words } from '../../words/workbook-words.ts';
import type { Report } from '../report.ts';
import type { useDraft } from './use-draft.ts';

const DraftConflict = lazy(async () => ({ default: (await import('./later.ts')).DraftConflict }));

interface DraftFaultsProps {
  readonly stored: Pick<ReturnType<typeof useDraft>, 'draft' | 'saving' | 'saver' | 'takeOther' | 'keepMine'>;
  readonly reports: readonly Report[];
  /** Called after the draft that somebody else has saved is taken. */
  readonly onTaken: () => void;
}

/** Why a draft is not saved, with the ways out. */
export function DraftFaults({ stored, reports, onTaken }: DraftFaultsProps) {
  const { draft, saving, saver, takeOther, keepMine } = stored;
  if (saving.kind === 'failed') {
    return (
      <p className="notice negative" role="alert">
        {words.notSaved(saving.text)} <Button onPress={() => void saver.settle()}>{shellWords.tryAgain}</Button>
      </p>
    );
  }
  if (saving.kind !== 'conflict') return null;
  return (
    <Suspense>
      <DraftConflict
        mine={draft}
        other={saving.other}
        reports={reports}
        isBlocking={() => saver.isInConflict()}
        onLoad={() => {
          takeOther(saving.other);
          onTaken();
        }}
        onKeep={() => keepMine(saving.other)}
      />
    </Suspense>
  );
}
