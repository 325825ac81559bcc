import { problem } from '@orrery/semantic';
import { Invalid } from '@orrery/kernel';

/** The refusal of an answer that exceeds the size limit. */
export function refuseLargeResult(maximumMb: number): Invalid {
  const hint = 'Request fewer rows or members, or the format "compact"';
  const found = problem('query.result-too-large', { maximumMb }, { hint });
  return new Invalid(found.code, found.message, [found]);
}
