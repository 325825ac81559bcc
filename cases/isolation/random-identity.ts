import type { Choices } from '../proof/choices.ts';
import type { Identity } from './guarded-world.ts';

export const groupNames = ['staff', 'eu', 'us'];

/** Texts that would end a string, a comment, a template or a list, if anything took them for more than texts. */
const hostile = [
  "' OR 1=1 --",
  '" OR ""="',
  '{ groups }',
  '${region}',
  '*',
  'a,A',
  '\\',
  '%',
  '__proto__',
  'undefined',
  'null',
  '',
];
const texts = ['a', 'A', 'ab', "it's", 'é'];
const numbers = [0, 1, 2, 3, 10, 2.5];

export function randomIdentity(choices: Choices): Identity {
  if (choices.happens(8)) return { claims: {} };
  const groups = [
    ...choices.some(groupNames, 3),
    ...(choices.happens(10) ? [choices.pick([...hostile, 'EU', 'constructor'])] : []),
  ];
  return {
    ...(choices.happens(92) ? { groups } : {}),
    ...(choices.happens(85) ? { userAttributes: attributes(choices) } : {}),
    claims: attributes(choices),
  };
}

function attributes(choices: Choices): Readonly<Record<string, unknown>> {
  const all: Readonly<Record<string, () => unknown>> = {
    text: () => choices.pick<unknown>([...texts, ...texts, choices.pick(hostile), choices.pick(hostile), 7, true]),
    texts: () => choices.pick<unknown>([choices.some([...texts, ...hostile], 3, 1), [], 'a', [['a']], [null]]),
    number: () => choices.pick<unknown>([...numbers, ...numbers, '2', '2.5', 'a', '1 OR 1=1', [1, 2], {}]),
    numbers: () => choices.pick<unknown>([choices.some(numbers, 3, 1), choices.some(numbers, 2, 1), [1, 'a'], 1]),
    flag: () => choices.pick<unknown>([true, true, false, 'true', 'yes', 0, 1, null]),
    nested: () => ({ text: 'a' }),
  };
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) => (choices.happens(80) ? [[name, value()]] : [])),
  );
}
