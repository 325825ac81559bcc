import type { QueryAnswer } from '@orrery/embed';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { queries } from '../../api/queries.ts';
import type { SourceStatement } from '../../api/source-sql.ts';
import { questionFields, questionOf } from '../../model/report-question.ts';
import { exploreDetailWords as details } from '../../words/explore-detail-words.ts';
import { type Explored, exploredOf, isChanged, type Report, type SavedExploration } from '../save/explored-report.ts';
import { changesOf, waitsForRows } from '../save/report-of.ts';
import { updateReport } from '../save/update-report.ts';
import { useSaveKey } from '../save/use-save-key.ts';

interface SourceSaving {
  readonly deploymentId: number;
  readonly report: Report;
  /** The statement as it was saved, and as it is. */
  readonly saved: SourceStatement;
  readonly statement: SourceStatement;
  readonly explored: Explored;
  /** The rows of the statement; absent while there are none, or those of another one. */
  readonly answered: QueryAnswer | undefined;
  /** Takes what somebody else has saved. */
  readonly onLoad: (statement: SourceStatement, stored: Report) => void;
}

/** Saves a statement and how its rows are shown, in place. */
export function useSourceSaving({ deploymentId, report, saved, statement, explored, answered, onLoad }: SourceSaving) {
  const client = useQueryClient();
  const [said, setSaid] = useState('');
  const before: SavedExploration = { report, explored: exploredOf(report).explored };
  const hasChanges = isChanged(before, explored) || statement.dataSource !== saved.dataSource;
  const isWaiting = waitsForRows(explored, answered);
  /** The report that the changes were made on. It may be loaded again while there are some. */
  const basis = useRef(report);
  useEffect(() => {
    if (!hasChanges) basis.current = report;
  }, [hasChanges, report]);
  const take = (stored: Report) => {
    client.setQueryData(queries.report(deploymentId, stored.id).queryKey, stored);
    basis.current = stored;
  };
  const update = useMutation({
    mutationFn: ({ of, basedOn }: { readonly of: SavedExploration; readonly basedOn: string | undefined }) => {
      const changes = changesOf(of, explored, answered);
      const asked = questionFields({ kind: 'source', ...statement });
      return updateReport(of.report, { ...changes, ...asked }, basedOn);
    },
    onSuccess: (stored) => {
      take(stored);
      setSaid(details.saved(stored.name));
    },
  });
  const save = () => {
    setSaid('');
    update.mutate({ of: before, basedOn: basis.current.revision });
  };
  const isDisabled = statement.sql.trim() === '' || !hasChanges || isWaiting;
  useSaveKey(isDisabled ? undefined : save);
  return {
    hasChanges,
    isDisabled,
    isPending: update.isPending,
    error: update.error,
    said: isWaiting && hasChanges ? details.savedWithRows : hasChanges ? details.unsaved : said,
    save,
    /** Replaces what somebody else has saved. */
    keep: (of: SavedExploration) => update.mutate({ of, basedOn: of.report.revision }),
    load: (stored: Report) => {
      update.reset();
      take(stored);
      const question = questionOf(stored);
      if (question?.kind !== 'source' || question.sql === null) return;
      onLoad({ dataSource: question.dataSource, sql: question.sql }, stored);
    },
  };
}
