import { expect, it, vi } from 'vitest';
import { RequestMemory } from './request-memory.ts';

it('compiles the statements of a key once, and those of another key for themselves', () => {
  const memory = new RequestMemory();
  const compile = vi.fn(() => ({ bytes: 100 }));
  const first = memory.statementsOf('key of an answer', compile);
  expect(memory.statementsOf('key of an answer', compile)).toBe(first);
  expect(memory.statementsOf('key of another one', compile)).not.toBe(first);
  expect(compile).toHaveBeenCalledTimes(2);
  expect(memory.figures.bytes).toBe(200);
});

it('keeps no statements that are long, and no more than fit', () => {
  const memory = new RequestMemory();
  const compile = vi.fn((bytes: number) => ({ bytes }));
  for (let time = 0; time < 2; time += 1) memory.statementsOf('long', () => compile(1024 * 1024));
  expect(compile).toHaveBeenCalledTimes(2);
  for (let key = 0; key < 1_000; key += 1) memory.statementsOf(`key ${key}`, () => compile(60 * 1024));
  expect(memory.figures.bytes).toBeGreaterThan(8 * 1024 * 1024);
  expect(memory.figures.bytes).toBeLessThanOrEqual(16 * 1024 * 1024);
});

it('remembers nothing of a query that cannot be compiled', () => {
  const memory = new RequestMemory();
  const refuse = () => {
    throw new Error('refused');
  };
  expect(() => memory.statementsOf('key', refuse)).toThrow('refused');
  expect(memory.statementsOf('key', () => ({ bytes: 1 }))).toEqual({ bytes: 1 });
});
