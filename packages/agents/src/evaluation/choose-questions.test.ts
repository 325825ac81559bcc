import { InvalidInput } from '@orrery/kernel';
import { expect, it } from 'vitest';
import { readAgentFiles } from '../config/index.ts';
import { chooseQuestions } from './choose-questions.ts';

const questions = (space: string, ...names: readonly string[]) =>
  `space: ${space}\nquestions:\n${names.map((name) => `  - { name: ${name}, question: ${name}?, sql: SELECT 1 }\n`).join('')}`;
const files = [
  {
    path: 'config.yml',
    text: 'spaces: [{ name: sales }, { name: web }, { name: empty }]\nagents: [{ name: Seller, space: sales }, { name: Visits, space: web }, { name: Idle, space: empty }]\n',
  },
  { path: 'eval_questions/orders.yml', text: questions('sales', 'a', 'b') },
  { path: 'eval_questions/more/returns.yaml', text: questions('sales', 'c') },
  { path: 'eval_questions/web.yml', text: questions('web', 'd') },
  { path: 'eval_questions.yml', text: questions('web', 'e') },
];
const { configuration, problems } = readAgentFiles(files, 'agents');
const chosen = (wanted: Parameters<typeof chooseQuestions>[1]) => {
  const { agent, questions: found } = chooseQuestions(configuration, wanted);
  return [agent.name, ...found.map(({ name }) => name)];
};
const faults = (wanted: Parameters<typeof chooseQuestions>[1]) => {
  try {
    chooseQuestions(configuration, wanted);
  } catch (error) {
    if (error instanceof InvalidInput) return error.details.map(({ path, message }) => `${path} ${message}`);
  }
  throw new Error('it was taken');
};

it('asks the first agent, or the named one, the questions of its space', () => {
  expect(problems).toEqual([]);
  expect(chosen({})).toEqual(['Seller', 'a', 'b', 'c']);
  expect(chosen({ agentName: 'Visits' })).toEqual(['Visits', 'd', 'e']);
});

it.each(['orders.yml', 'orders', 'eval_questions/orders.yml', 'agents/eval_questions/orders'])(
  'asks the questions of the file %s alone',
  (questionFile) => expect(chosen({ questionFile })).toEqual(['Seller', 'a', 'b']),
);

it.each(['eval_questions.yml', 'eval_questions', 'agents/eval_questions.yml'])(
  'asks the questions of the one file outside of the folder: %s',
  (questionFile) => expect(chosen({ agentName: 'Visits', questionFile })).toEqual(['Visits', 'e']),
);

it('finds files in folders', () => {
  expect(chosen({ questionFile: 'more/returns' })).toEqual(['Seller', 'c']);
});

it('lists everything that is wrong, with a way out', () => {
  expect(faults({ agentName: 'Selle', questionFile: 'order.yml' })).toEqual([
    expect.stringMatching(/^agentName .*'Seller'/),
    expect.stringMatching(/^questionFile .*'orders.yml'/),
  ]);
  expect(faults({ agentName: 'Idle' })).toEqual([expect.stringContaining("of the space 'empty'")]);
  expect(faults({ agentName: 'Seller', questionFile: 'web' })).toEqual([expect.stringMatching(/^questionFile /)]);
});

it('refuses more questions than one run asks', () => {
  const names = Array.from({ length: 501 }, (_, index) => `q${index}`);
  const many = readAgentFiles([{ path: 'eval_questions/a.yml', text: questions('auto', ...names) }], 'agents');
  expect(() => chooseQuestions(many.configuration, {})).toThrow(/501 questions/);
});
