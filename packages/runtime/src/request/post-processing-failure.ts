import type { ResultsError } from '@orrery/engines';
import { RequestError } from '@orrery/kernel';
import { textWithoutValues, wholeText } from './result-error-text.ts';

/** The work of a statement above the results of data sources failed. The engine's message is in `cause`. */
export class PostProcessingFailure extends RequestError {
  readonly status = 400;

  /** @param pieces cubes and views whose rows it reads */
  constructor(error: ResultsError, pieces: readonly string[]) {
    const names = [...new Set(pieces)].map((name) => `'${name}'`).join(', ');
    super('sql.post-processing', `Post-Processing Error: ${sentence(error, names)}`, { cause: error.cause });
  }
}

function sentence({ errorClass, cause }: ResultsError, names: string): string {
  const work = names === '' ? 'The statement' : `The work above the rows of ${names}`;
  const wayOut = names === '' ? 'Ask for fewer rows' : `Filter or group the rows of ${names} more`;
  switch (errorClass) {
    case 'resource':
      return `${work} needs more memory than query.max_intermediate_mb allows. ${wayOut}`;
    case 'timeout':
      return `${work} takes longer than query.timeout_seconds allows. ${wayOut}`;
    default: {
      // Texts of a statement's own constants are the caller's; those of rows may be of rows that filters leave out.
      const known = names === '' ? wholeText(cause) : textWithoutValues(cause);
      if (known !== undefined) return known;
      return `${work} ended with a ${errorClass} error: a value is beyond its type, or an operation has no result for it`;
    }
  }
}
