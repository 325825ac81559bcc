import type { CertifiedQuery } from '../outcome.ts';
import { fold } from '../text/index.ts';

/** The certified query whose request is the question, but for case, accents, spaces and the sign at the end. */
export function findCertified(question: string, certified: readonly CertifiedQuery[]): CertifiedQuery | undefined {
  const wanted = normalised(question);
  return wanted === '' ? undefined : certified.find(({ userRequest }) => normalised(userRequest) === wanted);
}

function normalised(text: string): string {
  const line = fold(text).replace(/\s+/g, ' ').trim();
  let end = line.length;
  while (end > 0 && ' ?!.'.includes(line[end - 1] ?? '-')) end -= 1;
  return line.slice(0, end);
}
