import { type Analysis, meansSomething, type AnalysisOutcome } from '@orrery/analyst';
import { isMeasure, tableOf } from '@orrery/charts';
import type { Told } from '../memory/index.ts';
import { answerTold } from './memories/answer-told.ts';
import { keepTold } from './memories/keep-told.ts';
import { noteChoice } from './memories/memory-notes.ts';
import { meaningsOf, recall } from './memories/recall.ts';
import type { Part } from './part.ts';
import { readQuestion } from './read-question.ts';
import { type CallResult, runTools } from './run-tools.ts';
import { safeText } from './safe-text.ts';
import { toolsFor } from './tools/all-tools.ts';
import { callWith } from './tools/orrery-sql-api.ts';
import type { ResultOfStatement, Turn } from './turn.ts';

/** The maximum number of rows in the text of an answer; the table next to it has up to 100. */
const mostRows = 20;

/**
 * Answers a question without a model: by the query that the analyst reads it as, else by a question back, or by the words
 * that stand in the way. It queries with the tools of models, so that its records look like theirs.
 *
 * @throws the reason of the signal
 */
export async function* answerByAnalyst(
  turn: Turn,
  { newId }: { readonly newId: () => string },
  signal: AbortSignal,
): AsyncGenerator<Part, void> {
  const { history, agent } = turn;
  const recalled = await recall(turn);
  const { told, rest: question } = recalled;
  if (told.length > 0 && question === '') return yield* answerTold(turn, told, await usageNote(turn, told));
  const kept = await keepTold(turn, told);
  const meanings = meaningsOf(recalled);
  const previous = history.at(-1)?.analysis;
  const outcome = await readQuestion(
    { ...turn, question },
    { previous, certified: agent.certifiedQueries, meanings: [...meanings.keys()] },
    signal,
  );
  let result: ResultOfStatement | undefined;
  const printed = outcome.kind === 'query' ? await turn.data.print(outcome.query) : undefined;
  const sql = outcome.kind === 'statement' ? outcome.sql : printed?.text;
  // The tool has the text, which its records show; the query runs as it is.
  const data = {
    ...turn.data,
    statement: async (written, options) => (result = await turn.data.statement(printed ?? written, options)),
    columns: (written, options) => turn.data.columns(printed ?? written, options),
  } satisfies Turn['data'];
  const context = { turn: { ...turn, data }, signal, earlier: [], newId };
  const toolbox = { tools: toolsFor(turn), context, made: new Set<string>(), left: 2 };
  const call = ({ name, input }: { readonly name: string; readonly input: object }) =>
    runTools([{ name, input: JSON.stringify(input) }], toolbox);
  if (turn.isDevMode) yield { type: 'text', text: '', thinking: thoughtsOn(outcome, sql) };
  let answer = textOf(outcome);
  if (sql !== undefined && (outcome.kind === 'query' || outcome.kind === 'statement')) {
    yield* call({ name: 'orreryMeta', input: { searchQuery: question.slice(0, 1_000) } });
    const { title, description } = outcome;
    const words = { queryTitle: title.slice(0, 500), description: description.slice(0, 2_000), userRequest: question };
    const [made] = yield* call(callWith(sql, words));
    answer = answerOf(made, result, { title, description });
  }
  const unseen = turn.images.length > 0 ? 'I cannot see images; this answers the text alone.\n\n' : '';
  const used = outcome.meanings?.flatMap((meaning) => meanings.get(meaning)?.id ?? []) ?? [];
  if (used.length > 0) await turn.memories?.markUsed(used);
  const notes = [kept.text, unseen + answer, await noteChoice(turn, recalled, signal)];
  const text = safeText(notes.filter((note) => note !== '').join('\n\n'));
  const analysis: Analysis | undefined = outcome.kind === 'query' ? outcome.analysis : outcome.previous;
  yield { type: 'text', text };
  yield { type: 'final', text, ...(analysis === undefined ? {} : { analysis }) };
  yield {
    type: 'turn-end',
    reason: outcome.kind === 'query' || outcome.kind === 'statement' ? 'answered' : outcome.kind,
  };
}

/** Writes how the analyst uses new memories: it keeps facts as text, and words of the model keep their meaning. */
async function usageNote({ data }: Turn, told: readonly Told[]): Promise<string> {
  const { cubes } = await data.meta();
  const notes = told.map((each) => {
    if (each.kind === 'fact')
      return 'Agents with a model use it. By myself I only use what words mean, as "by turnover I mean revenue".';
    return meansSomething(each.term, { cubes })
      ? `Where *${cellText(each.term)}* has one meaning of its own here, that comes first.`
      : '';
  });
  return [...new Set(notes)].map((note) => (note === '' ? '' : `\n${note}`)).join('');
}

/** How the analyst reads the question, for development mode. */
function thoughtsOn({ kind }: AnalysisOutcome, sql: string | undefined): string {
  if (sql === undefined) return readings[kind];
  return `${readings[kind]}\n\n${sql}`;
}

const readings: Readonly<Record<AnalysisOutcome['kind'], string>> = {
  query: 'Every word of the question is understood, and it has one meaning.',
  statement: 'The question is that of a certified query.',
  clarify: 'The question may mean several things.',
  metadata: 'The question is about the data itself.',
  lookup: 'A word of the question is neither a name nor a value.',
  withheld: 'A word of the question has no meaning here, or asks for something that is not supported.',
};

function textOf(outcome: AnalysisOutcome): string {
  switch (outcome.kind) {
    case 'metadata':
    case 'withheld':
      return outcome.text;
    case 'clarify':
      return [outcome.text, ...outcome.choices.map((choice) => `- ${choice}`)].join('\n');
    case 'lookup': {
      const words = outcome.wanted.map(({ words: each }) => `*${each}*`).join(', ');
      const told = outcome.meanings?.map(({ term, words: said, source }) => `"${term}" means "${said}", as ${source}.`);
      return [`I do not know what ${words} means here.`, ...(told ?? []).map(cellText)].join('\n\n');
    }
    case 'query':
    case 'statement':
      return 'I understand the question, but no query of the data says it.';
  }
}

function answerOf(
  made: CallResult | undefined,
  result: ResultOfStatement | undefined,
  { title, description }: { readonly title: string; readonly description: string },
): string {
  const head = `**${cellText(title)}**`;
  const foot = description === '' ? '' : `\n\n${cellText(description)}`;
  if (!made || made.isError || !result) return `${head}\n\nThe query did not work. ${errorOf(made)}${foot}`;
  const { columns, rows, totalRows, origin } = result;
  if (rows.length === 0) return `${head}\n\nNothing matched.${foot}`;
  const { headers, rows: shown, areNumbers } = tableOf(columns, rows, { most: mostRows });
  if (rows.length === 1 && columns.every(isMeasure)) {
    const numbers = headers.map((header, index) => `${cellText(header)}: **${shown[0]?.[index] ?? ''}**`);
    return `${head}\n\n${numbers.join('\n')}${foot}`;
  }
  const line = (cells: readonly string[]) => `| ${cells.map(cellText).join(' | ')} |`;
  const rule = `|${areNumbers.map((isNumber) => (isNumber ? ' ---: |' : ' --- |')).join('')}`;
  const all = `${origin?.isAtMaximum === true ? 'more than ' : ''}${totalRows.toLocaleString('en-US')}`;
  const more = totalRows > shown.length ? `\n\nThe first ${shown.length} of ${all} rows.` : '';
  return `${head}\n\n${[line(headers), rule, ...shown.map(line)].join('\n')}${more}${foot}`;
}

function errorOf(made: CallResult | undefined): string {
  if (!made) return '';
  const { error } = JSON.parse(made.result) as { readonly error?: string }; // as the tool wrote it
  return error === undefined ? '' : cellText(error.replace(/^Error: \w+: /, ''));
}

/** Data is text, not Markdown. */
const cellText = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\\|*_`[\]~#]/g, String.raw`\$&`)
    .slice(0, 500);
