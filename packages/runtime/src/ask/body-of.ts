import { type AnswerService, CompressedOnce, loadBytes, type LoadRequest } from '../answer/index.ts';
import { pivotQueryOf, presentResults, type ParsedRequest } from '../query/index.ts';
import type { QueryResult } from './answers.ts';

/** The fields that the body of an answer shows next to its results. */
export type Shown = Pick<LoadRequest, 'limits' | 'requestId'>;

/** The body of a `/v1/load` answer. */
export function bodyOf(
  { queryType, isMulti }: ParsedRequest,
  results: readonly QueryResult[],
  shown: Shown,
  { cache }: Pick<AnswerService, 'cache'>,
): CompressedOnce {
  const [only] = results;
  if (only && queryType === 'regularQuery') {
    const onGrown = cache.reweigher(only.key, only.answer);
    return loadBytes(only.answer, { ...only, isMulti, ...shown }, onGrown);
  }
  const reported = results.map((result) => ({ facts: result.head(), data: result.answer.data }));
  const echoes = results.map(({ prepared, mark }) => ({ echo: prepared.echo, ...(mark ? { mark } : {}) }));
  const bytes = presentResults(queryType, reported, pivotQueryOf(queryType, echoes));
  return new CompressedOnce(bytes, { encodings: 'fast' });
}
