import { quoted } from './quoted.ts';

/** Asks the model to correct an answer with numbers that no result has; `undefined` without such numbers. */
export function numbersCorrection(numbers: readonly string[]): string | undefined {
  if (numbers.length === 0) return undefined;
  return (
    'These numbers of your answer are in no result of this turn, and are not computed of two numbers of results in a way ' +
    `that their sentence names: ${quoted(numbers.slice(0, 20))}. Query what is missing, then write the whole answer again, ` +
    'with numbers of results only. Leave out what you cannot query. Do not mention this correction.'
  );
}

/** Asks the model for a last answer. */
export function lastAnswer(why: string): string {
  return (
    `${why} No further tool can be called. Answer now with what the results of this turn say. If they do not answer the ` +
    'question, say what is missing and what did not work, without any number that is in no result.'
  );
}

export const emptyCorrection = 'Your answer was empty. Answer the question, or say why you cannot.';

/** Tells the user what could not be confirmed; empty where all is. */
export function unconfirmedNote(numbers: readonly string[]): string {
  if (numbers.length === 0) return '';
  const shown = numbers.slice(0, 10).map((number) => `\`${number.replaceAll(/[`\n]/g, ' ').slice(0, 60)}\``);
  const rest = numbers.length > shown.length ? ` and ${numbers.length - shown.length} more` : '';
  const [what, which] = numbers.length === 1 ? ['this number', 'It is'] : ['these numbers', 'They are'];
  return `\n\n**Not confirmed:** I could not confirm ${what} with the results of the queries: ${shown.join(', ')}${rest}. ${which} not to be relied on.`;
}
