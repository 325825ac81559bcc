import { problem } from '@orrery/semantic';
import { Invalid } from '@orrery/kernel';

/** The refusal of an answer that has more bytes than one may have. */
export function refuseLargeResult(maximumMb: number): Invalid {
  const hint = 'Ask for fewer rows or members, or for them as "compact"';
  const found = problem('query.result-too-large', { maximumMb }, { hint });
  return new Invalid(found.code, found.message, [found]);
}
