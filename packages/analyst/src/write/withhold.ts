import type { AnalysisOutcome } from '../outcome.ts';
import { nearestIn } from '../names/index.ts';
import type { QuestionFault } from '../read/index.ts';
import { clean, listed, plain } from '../text/index.ts';
import type { VisibleModel } from '../visible-model.ts';

/** Bound on the words that a text names. */
const mostNamed = 8;

/** Says which words of the question stand in the way, why, and what comes next to them. */
export function withhold(faults: readonly QuestionFault[], model: VisibleModel): AnalysisOutcome {
  const byWords = [...new Map(faults.map((fault) => [fault.words.toLowerCase(), fault])).values()];
  const nearestNames = nearestIn(model);
  const sentences = byWords.slice(0, mostNamed).map(({ words, reason, isName = reason === undefined }) => {
    const shown = `*${plain(words, 80)}*`;
    const near = (isName ? nearestNames(words) : []).map((name) => plain(name, 80));
    const nearest =
      near.length > 0 ? ` ${near.length > 1 ? 'The nearest names are' : 'The nearest name is'} ${listed(near)}.` : '';
    if (reason === undefined) return `I do not know what ${shown} means here.${nearest}`;
    return `I cannot take ${shown}: ${reason}.${nearest}`;
  });
  const more = byWords.length > mostNamed ? [`And ${byWords.length - mostNamed} other words.`] : [];
  const text = [...sentences, ...more, 'I ran no query. "What can I ask?" lists what there is.'].join('\n\n');
  return { kind: 'withheld', text, words: byWords.slice(0, mostNamed).map(({ words }) => clean(words, 80)) };
}
