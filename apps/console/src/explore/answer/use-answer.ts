import type { Meta, Progress } from '@orrery/client/data';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { DataIdentity } from '../../api/data.ts';
import { answerQueries } from '../../api/answer-queries.ts';
import type { ExploredQuery } from '../../model/calculated-fields.ts';
import { shownOf } from './shown-answer.ts';

/**
 * Loads the answer to a query. The previous answer stays until the next one arrives; a replaced request is cancelled.
 *
 * @param asked `undefined` where there is no query
 */
export function useAnswer(asker: DataIdentity, meta: Meta, asked: ExploredQuery | undefined) {
  const client = useQueryClient();
  const [progress, setProgress] = useState<Progress>();
  const options = answerQueries.answer(asker, asked ?? {}, meta, setProgress);
  const isAsked = asked !== undefined;
  const answer = useQuery({ ...options, enabled: isAsked, placeholderData: keepPreviousData });
  const { isFetching } = answer;
  useEffect(() => {
    if (!isFetching) setProgress(undefined);
  }, [isFetching]);
  return {
    ...shownOf(answer, isAsked),
    isAsked,
    progress,
    again: () => void answer.refetch(),
    cancel: () => void client.cancelQueries({ queryKey: options.queryKey }),
  };
}

export type AnswerState = ReturnType<typeof useAnswer>;
