import type { ChatMessage } from '@orrery/client/chat';

/** More choices than a person picks from are a list. */
const mostChoices = 10;
const longestChoice = 300;

export interface TextWithChoices {
  readonly text: string;
  /** Questions to send as they are. */
  readonly choices: readonly string[];
}

/**
 * Takes the choices off the end of a question back: an answer without a query that asks something, and then lists what may
 * be meant.
 *
 * @param answer the messages behind the question of the user
 */
export function choicesOf(answer: readonly ChatMessage[]): TextWithChoices | undefined {
  const final = answer.findLast((message) => message.kind === 'final');
  if (final?.kind !== 'final' || answer.some(isQuery)) return undefined;
  const lines = final.content.trimEnd().split(/\r?\n/);
  const from = lines.findLastIndex((line) => !/^[-*+] \S/.test(line)) + 1;
  const choices = lines.slice(from).map((line) => wordsOf(line.replace(/^[-*+] /, '')));
  const text = lines.slice(0, from).join('\n').trimEnd();
  const isAsked = /\?[*_]*$/.test(text);
  const areFew = choices.length > 0 && choices.length <= mostChoices;
  return isAsked && areFew && choices.every((one) => one.length <= longestChoice) ? { text, choices } : undefined;
}

/** Returns the text without the marks of Markdown. */
function wordsOf(markdown: string): string {
  return markdown
    .replaceAll(/(\*\*|`|\*)(\S(?:.*?\S)?)\1/g, '$2')
    .replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
    .trim();
}

function isQuery(message: ChatMessage): boolean {
  return message.kind === 'tool' && message.call.name === 'orrerySqlApi' && message.call.error === undefined;
}
