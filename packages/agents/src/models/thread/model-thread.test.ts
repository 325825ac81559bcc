import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { CallFailed, type ModelQuestion } from '../call/index.ts';
import { asStream, ModelServer } from '../../../../../tests/servers/model-server.ts';
import type { ModelToAsk } from './model-messages.ts';
import { ModelThread } from './model-thread.ts';

const question: ModelQuestion = { prompt: [{ role: 'user', content: [{ type: 'text', text: 'Orders?' }] }] };
const never = new AbortController().signal;
const log = { error: vi.fn() };
let server: ModelServer;

beforeAll(async () => {
  server = await ModelServer.open();
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(() => {
  server.reset();
  log.error.mockClear();
});

const piece = (content: string) => `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`;
const finish = 'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n';

const modelOf = (more: Partial<ModelToAsk> = {}): ModelToAsk => ({
  ...{ name: 'own', provider: 'openai-compatible', model: 'm', baseUrl: server.url, credential: 'sk-key' },
  ...{ limits: {}, supportsImages: false, contextTokens: 1_000, isDefault: false, isTrusted: true },
  ...more,
});

/** Asks, and reads to the end. @param onText called with each piece */
async function read(thread: ModelThread, model = modelOf(), signal = never, onText: (text: string) => void = () => {}) {
  let text = '';
  await thread.ask(
    () => Promise.resolve(model),
    question,
    signal,
    (part) => {
      if (part.type !== 'text-delta') return;
      text += part.delta;
      onText(text);
    },
  );
  return text;
}

const failureOf = (asked: Promise<unknown>): Promise<CallFailed> =>
  asked.then(
    (text) => Promise.reject(new Error(`it answered ${String(text)}`)),
    (error: unknown) => (error instanceof CallFailed ? error : Promise.reject(error)),
  );

it('tells answers side by side, each whole and in its order', async () => {
  const thread = new ModelThread({ rule: { allowed: [] } }, log);
  server.answer = async ({ count }, reply) => {
    asStream(reply);
    for (let word = 0; word < 40; word += 1) {
      reply.write(piece(`${count}.${word} `));
      if (word % 7 === 0) await new Promise((resolve) => setTimeout(resolve, 3));
    }
    reply.end(finish);
  };
  const texts = await Promise.all(Array.from({ length: 150 }, () => read(thread)));
  const wordsOf = (count: string) => Array.from({ length: 40 }, (_, word) => `${count}.${word} `).join('');
  for (const text of texts) expect(text).toBe(wordsOf(text.slice(0, text.indexOf('.'))));
  expect(new Set(texts).size).toBe(150);
  await thread.close();
});

it('ends one answer for a credential that cannot be read, shows nothing of it, and goes on with the others', async () => {
  const thread = new ModelThread({ rule: { allowed: [] } }, log);
  const goOn = Promise.withResolvers<void>();
  server.answer = async (_, reply) => {
    asStream(reply).write(piece('Hel'));
    await goOn.promise;
    reply.end(piece('lo') + finish);
  };
  const begun = Promise.withResolvers<void>();
  const other = read(thread, modelOf(), never, () => begun.resolve());
  await begun.promise;
  const secret = '{"accessKeyId":sk-very-secret-part';
  const failure = await failureOf(read(thread, modelOf({ provider: 'bedrock', region: 'eu', credential: secret })));
  expect(JSON.stringify([failure.message, failure.reason])).not.toMatch(/very-secret/);
  const asked = read(thread, modelOf({ credential: secret }));
  goOn.resolve();
  expect(await Promise.all([other, asked])).toEqual(['Hello', 'Hello']);
  expect(log.error).not.toHaveBeenCalled();
  await thread.close();
});

it('leaves a model whose answer nobody reads any more, and tells nothing more of it', async () => {
  const thread = new ModelThread({ rule: { allowed: [] } }, log);
  const abort = new AbortController();
  const ways: readonly [string, () => void][] = [
    ['stopped', () => abort.abort(new Error('stopped'))],
    ['enough', () => expect.fail('enough')],
  ];
  for (const [words, stop] of ways) {
    const left = Promise.withResolvers<void>();
    const told: string[] = [];
    server.answer = (_, reply) => {
      const thought = 'data: {"choices":[{"index":0,"delta":{"reasoning_content":"Hm."}}]}\n\n';
      asStream(reply).write(thought + piece('Hello'));
      reply.on('close', () => left.resolve());
    };
    const signal = words === 'stopped' ? abort.signal : never;
    const asked = thread.ask(
      () => Promise.resolve(modelOf()),
      question,
      signal,
      ({ type }) => (told.push(type), stop()),
    );
    await expect(asked).rejects.toThrow(words);
    await left.promise;
    expect(told).toEqual(['reasoning-start']);
  }
  await thread.close();
});

it('fails what it was asked when it is closed, and what it is asked later', async () => {
  const thread = new ModelThread({ rule: { allowed: [] } }, log);
  const begun = Promise.withResolvers<void>();
  server.answer = (_, reply) => void asStream(reply).write(piece('Hel'));
  const asked = failureOf(read(thread, modelOf(), never, () => begun.resolve()));
  await begun.promise;
  await thread.close();
  for (const failure of [await asked, await failureOf(read(thread))])
    expect(failure.facts).toEqual({ failure: 'dropped', isFinal: true });
  expect(log.error).not.toHaveBeenCalled();
});

it('fails so that it is asked again when the thread breaks, and begins another one', async () => {
  const sent = vi.spyOn(Worker.prototype, 'postMessage');
  const thread = new ModelThread({ rule: { allowed: [] } }, log);
  const begun = Promise.withResolvers<void>();
  server.answer = (_, reply) => void asStream(reply).write(piece('Hel'));
  const asked = failureOf(read(thread, modelOf(), never, () => begun.resolve()));
  await begun.promise;
  await (sent.mock.contexts.at(-1) as Worker).terminate();
  expect((await asked).facts).toEqual({ failure: 'dropped', isFinal: false });
  expect(log.error.mock.calls).toEqual([
    [expect.objectContaining({ answers: 1 }), 'the thread that asks models ended'],
  ]);
  server.sends([piece('Hello'), finish]);
  expect(await read(thread)).toBe('Hello');
  await thread.close();
});
