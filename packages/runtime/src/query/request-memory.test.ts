import type { JsonObject } from '@orrery/kernel';
import type { Access } from '@orrery/semantic';
import { expect, it, vi } from 'vitest';
import type { ParsedRequest } from './parse-request.ts';
import { RequestMemory } from './request-memory.ts';
import { sampleRuntime } from './sample-runtime.ts';

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

it('keeps a request as it is bound for the rights that asked last, and no more of them than fit', () => {
  const memory = new RequestMemory();
  const { model } = sampleRuntime(async function* () {}).runtime;
  const parameters = requestedTwice(memory, 'x'.repeat(8 * 1024), {});
  const request: ParsedRequest = { queries: [], isMulti: false, timingsMs: {} } as never;
  const rights = Array.from({ length: 2_000 }, (): Access => ({ hidden: new Set(), policies: new Map() }));
  for (const access of rights) memory.keepParsed(parameters, access, request, { model, now: 0 });
  const kept = rights.filter((access) => memory.parsed(parameters, access, model, 0) === request);
  expect(kept.length).toBeGreaterThan(400);
  expect(kept).toEqual(rights.slice(-kept.length));
  expect(memory.figures.bytes).toBeLessThan(65 * 1024 * 1024);
});

it('keeps no bound form of a text that came once, and that of one that came again', () => {
  const memory = new RequestMemory();
  const { model } = sampleRuntime(async function* () {}).runtime;
  const access: Access = { hidden: new Set(), policies: new Map() };
  const request: ParsedRequest = { queries: [], isMulti: false, timingsMs: {} } as never;
  const isKept = () => {
    const parameters = memory.parametersOf('a query', () => ({}));
    const known = memory.parsed(parameters, access, model, 0);
    memory.keepParsed(parameters, access, request, { model, now: 0 });
    return known === request;
  };
  expect([isKept(), isKept(), isKept()]).toEqual([false, false, true]);
});

it('keeps parts of remembered parameters as they are bound, and of others only those that their caller keeps', () => {
  const memory = new RequestMemory();
  const { model } = sampleRuntime(async function* () {}).runtime;
  const request: ParsedRequest = { queries: [], isMulti: false, timingsMs: {} } as never;
  const access: Access = { hidden: new Set(), policies: new Map() };
  const [ofKnown, ofUnknown, kept, long] = [
    { query: 'a' },
    { query: 'a' },
    { query: 'a' },
    { query: 'a'.repeat(9_000) },
  ];
  const known = requestedTwice(memory, 'a page', { queries: [ofKnown] });
  memory.adopt(ofKnown, known);
  memory.adopt(ofUnknown, { queries: [ofUnknown] });
  memory.adopt(kept);
  memory.adopt(long);
  const all = [ofKnown, ofUnknown, kept, long];
  for (const parameters of all) memory.keepParsed(parameters, access, request, { model, now: 0 });
  expect(all.map((parameters) => memory.parsed(parameters, access, model, 0))).toEqual([
    request,
    undefined,
    request,
    undefined,
  ]);
  const others: Access = { hidden: new Set(), policies: new Map() };
  expect(memory.parsed(ofKnown, others, model, 0)).toBeUndefined();
});

function requestedTwice(memory: RequestMemory, text: string, parameters: JsonObject): JsonObject {
  memory.parametersOf(text, () => parameters);
  return memory.parametersOf(text, () => parameters);
}
