import { expect, it } from 'vitest';
import { SecretFilter } from './hide-secrets.ts';
import type { ModelPart } from './model-parts.ts';

const key = 'sk-123"456';
const text = (delta: string, id = '1'): ModelPart => ({ type: 'text-delta', id, delta });

function told(...parts: readonly ModelPart[]): readonly ModelPart[] {
  const all: ModelPart[] = [];
  const filter = new SecretFilter([key, 'abc'], (part) => all.push(part));
  for (const part of parts) filter.take(part);
  filter.end();
  return all;
}

const textOf = (parts: readonly ModelPart[]) => parts.map((part) => ('delta' in part ? part.delta : '|')).join('');

it('hides a key wherever an answer is cut', () => {
  const answer = `My key is ${key}, and ${key}${key} sk-12 sk-`;
  for (let size = 1; size <= answer.length; size += 1) {
    const pieces = Array.from({ length: Math.ceil(answer.length / size) }, (_, index) =>
      text(answer.slice(index * size, (index + 1) * size)),
    );
    expect(textOf(told(...pieces))).toBe('My key is ***, and ****** sk-12 sk-');
  }
});

it('hides a key in thoughts and in the input of a tool', () => {
  const call = { type: 'tool-call', toolCallId: 'c', toolName: 't', input: JSON.stringify({ sql: key }) } as const;
  const thought = { type: 'reasoning-delta', id: '0', delta: `so ${key}` } as const;
  expect(told(thought, call)).toEqual([
    { ...thought, delta: 'so ***' },
    { ...call, input: '{"sql":"***"}' },
  ]);
});

it('tells at once what no key begins with, and what was held before anything else', () => {
  expect(told(text('a'), text('sk-'), { type: 'reasoning-end', id: '0' }, text('x', '2'))).toEqual([
    text('a'),
    text('sk-'),
    { type: 'reasoning-end', id: '0' },
    text('x', '2'),
  ]);
});
