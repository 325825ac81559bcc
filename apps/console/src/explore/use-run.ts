import type { Meta } from '@orrery/client/data';
import { useState } from 'react';
import type { DataIdentity } from '../api/data.ts';
import type { ExploredQuery } from '../model/calculated-fields.ts';
import { useAnswer } from './answer/use-answer.ts';

/** The explored query, or the text of a statement; absent while nothing is chosen. */
type Wanted = ExploredQuery | string | undefined;

/** Runs the explored query: automatically after each change, or on demand. */
export function useRun(asker: DataIdentity, meta: Meta, wanted: Wanted, runsItselfAtFirst: boolean) {
  const [runsItself, setRunsItself] = useState(runsItselfAtFirst);
  const [ran, setRan] = useState(runsItselfAtFirst ? wanted : undefined);
  const asked = runsItself ? wanted : ran;
  const answer = useAnswer(asker, meta, asked);
  const isOutdated = JSON.stringify(asked ?? null) !== JSON.stringify(wanted ?? null);
  return {
    asked,
    answer,
    /** The rows of what is explored; absent while there are none, or those of another query. */
    answered: answer.isCurrent && !isOutdated ? answer.data : undefined,
    isOutdated,
    runsItself,
    onRunsItself: (next: boolean) => {
      setRan(wanted);
      setRunsItself(next);
    },
    onRun: () => (isOutdated ? setRan(wanted) : answer.again()),
  };
}
