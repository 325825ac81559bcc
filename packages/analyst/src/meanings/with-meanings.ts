import type { AnalysisOutcome } from '../outcome.ts';
import { clean, keyOf, listed, plain } from '../text/index.ts';
import type { Meaning } from './meaning.ts';
import { replaceTerms } from './replace-terms.ts';

/** The maximum number of readings: the words of a meaning may contain terms with a meaning. */
const mostRounds = 3;
const mostChoices = 6;

interface MeaningReader {
  understand(question: string): AnalysisOutcome;
  /** Whether words mean something by themselves. */
  hasOwnMeaning(term: string): boolean;
}

/**
 * Replaces words of a question by the meanings that users stated for them, and reads it again. That is done for a question
 * that is withheld, and for one whose words in doubt a user has explained. Words that the model knows keep their meaning.
 * The outcome says which meanings were used.
 */
export function withMeanings(
  question: string,
  outcome: AnalysisOutcome,
  meanings: readonly Meaning[],
  reader: MeaningReader,
): AnalysisOutcome {
  let current = { question, outcome };
  const used: Meaning[] = [];
  for (let round = 0; round < mostRounds; round += 1) {
    const usable = usableFor(current.outcome, meanings, reader).filter((meaning) => !used.includes(meaning));
    const replaced = replaceTerms(current.question, usable);
    if (!replaced) break;
    if (replaced.contradicting) {
      const { previous } = current.outcome;
      const asked = askWhich(current.question, replaced.contradicting, reader);
      return saying(previous ? { ...asked, previous } : asked, used);
    }
    const next = reader.understand(replaced.question);
    if (current.outcome.kind === 'clarify' && next.kind !== 'query' && next.kind !== 'lookup') break;
    used.push(...replaced.used);
    current = { question: replaced.question, outcome: next };
  }
  return saying(current.outcome, used);
}

function usableFor(
  outcome: AnalysisOutcome,
  meanings: readonly Meaning[],
  { hasOwnMeaning }: MeaningReader,
): readonly Meaning[] {
  if (outcome.kind === 'withheld') return meanings.filter(({ term }) => !hasOwnMeaning(term));
  if (outcome.kind !== 'clarify' || !outcome.doubt) return [];
  const inDoubt = keyOf(outcome.doubt.words);
  return meanings.filter(({ term }) => keyOf(term) === inDoubt);
}

/** Asks which meaning is right, where users stated different ones. */
function askWhich(question: string, meanings: readonly Meaning[], { understand }: MeaningReader): AnalysisOutcome {
  const different = [...new Map(meanings.map((meaning) => [keyOf(meaning.words), meaning])).values()];
  const shown = different.slice(0, mostChoices);
  const term = shown[0]?.term ?? '';
  const offered = shown.flatMap((meaning) => {
    const choice = replaceTerms(question, [meaning])?.question ?? question;
    const { kind } = understand(choice);
    return kind === 'query' || kind === 'lookup' ? [{ choice, words: meaning.words }] : [];
  });
  const said = shown.map(({ words, source }) => `*${plain(words)}* (as ${plain(source, 120)})`);
  return {
    kind: 'clarify',
    text: `I was told different things that *${plain(term, 100)}* means: ${listed(said, 'or')}. Which one do you mean?`,
    choices: offered.map(({ choice }) => choice),
    doubt: { words: term, meanings: offered.map(({ words }) => words) },
  };
}

function saying(outcome: AnalysisOutcome, used: readonly Meaning[]): AnalysisOutcome {
  if (used.length === 0) return outcome;
  const sentences = used.map(sentenceOf);
  switch (outcome.kind) {
    case 'query': {
      const { description, interpretation } = outcome;
      const assumptions = [...interpretation.assumptions, ...sentences];
      return {
        ...outcome,
        description: [description, ...sentences].join(' '),
        interpretation: { ...interpretation, assumptions },
        meanings: used,
      };
    }
    case 'statement':
      return { ...outcome, description: [outcome.description, ...sentences].join(' ').trim(), meanings: used };
    case 'lookup':
      return { ...outcome, meanings: used };
    default:
      return {
        ...outcome,
        text: [outcome.text, ...sentences.map((one) => plain(one, 600))].join('\n\n'),
        meanings: used,
      };
  }
}

/** Writes a sentence with a meaning and its source. */
function sentenceOf({ term, words, source }: Meaning): string {
  return `"${clean(term, 100)}" means "${clean(words)}", as ${clean(source, 120)}.`;
}
