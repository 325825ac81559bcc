import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../../tests/eventually.ts';
import type { PieceOfStep, StepRequest } from '../turn/index.ts';
import { CallFailed } from './call/call-failed.ts';
import { type Dialect, dialects } from './dialects-fixture.ts';
import { ModelCalls } from './model-calls.ts';
import { asStream, ModelServer } from '../../../../tests/servers/model-server.ts';
import { ModelThread } from './thread/index.ts';

const key = 'sk-canary-0123456789-key';
const warnings: object[] = [];
const patient = new ModelThread({ rule: { allowed: [] } }, { error: vi.fn() });
const impatient = new ModelThread(
  { rule: { allowed: [] }, times: { firstByteMs: 150, pauseMs: 150 } },
  { error: vi.fn() },
);
const callsBy = (thread: ModelThread) =>
  new ModelCalls({
    thread,
    log: { warn: (facts) => void warnings.push(facts) },
    retries: { most: 2, backoffMs: 5, longestWaitMs: 500 },
  });
let server: ModelServer;

beforeAll(async () => {
  server = await ModelServer.open();
});
afterAll(async () => {
  await patient.close();
  await impatient.close();
  await server[Symbol.asyncDispose]();
});
beforeEach(() => {
  server.reset();
  warnings.length = 0;
});

const request: StepRequest = {
  system: 'Be brief.',
  messages: [{ role: 'user', content: [{ type: 'text', text: 'Orders?' }] }],
  tools: [
    {
      name: 'orreryMeta',
      description: 'Searches.',
      inputSchema: { type: 'object', properties: { searchQuery: { type: 'string' } }, required: ['searchQuery'] },
    },
  ],
};

function stepOf({ model }: Dialect, { isReasoning = false, baseUrl = server.url, thread = patient } = {}) {
  const opened = {
    ...{ name: 'own', model: 'm', ...model, baseUrl, credential: key, limits: {}, isTrusted: true },
    ...{ supportsImages: false, contextTokens: 1_000, isDefault: false },
  };
  return callsBy(thread).ofTurn({ ...opened, open: () => Promise.resolve(opened) }, isReasoning);
}

async function read(
  step: ReturnType<typeof stepOf>,
  given = request,
  signal = new AbortController().signal,
): Promise<readonly PieceOfStep[]> {
  const pieces: PieceOfStep[] = [];
  await step(given, signal, (piece) => pieces.push(piece));
  return pieces;
}

const failureOf = (dialect: Dialect, thread = patient): Promise<CallFailed> =>
  read(stepOf(dialect, { thread })).then(
    (pieces) => Promise.reject(new Error(`it answered ${JSON.stringify(pieces)}`)),
    (error: unknown) => (error instanceof CallFailed ? error : Promise.reject(error)),
  );
const textOf = (pieces: readonly PieceOfStep[]) =>
  pieces.map((piece) => (piece.type === 'text' ? piece.text : '')).join('');
const callsOf = (pieces: readonly PieceOfStep[]) =>
  pieces.flatMap((piece) => (piece.type === 'call' ? [[piece.name, piece.input]] : []));
const usageOf = (pieces: readonly PieceOfStep[]) =>
  pieces.flatMap((piece) => (piece.type === 'usage' ? [piece.usage] : []));

describe.each(dialects)('a model by $name', (dialect) => {
  it('is asked at its address with its key, and tells text and usage with cached tokens', async () => {
    server.sends(dialect.events({ texts: ['Hel', 'lo'] }));
    const pieces = await read(stepOf(dialect));
    expect(textOf(pieces)).toBe('Hello');
    expect(usageOf(pieces)).toEqual([{ inputTokens: 50, cachedInputTokens: 20, outputTokens: 7 }]);
    const [asked] = server.asked;
    expect([asked?.path, String(dialect.keyIn(asked?.headers ?? {})).replace('Bearer ', '')]).toEqual([
      dialect.path,
      key,
    ]);
    expect(dialect.toolsIn(asked?.body)).toEqual(['orreryMeta']);
    expect(JSON.stringify(asked?.body)).toContain('Be brief.');
    expect(JSON.stringify(asked?.body)).not.toContain(key);
  });

  it('is understood when the stream splits characters and arguments', async () => {
    const said = {
      texts: ['Zürich 😀', ' שלום'],
      calls: [{ name: 'orreryMeta', pieces: ['{"search', 'Query":"Zü😀"}'] }],
    };
    const bytes = Buffer.from(dialect.events(said).join(''));
    server.answer = async (_, reply) => {
      asStream(reply);
      for (let at = 0; at < bytes.length; at += 11) {
        reply.write(bytes.subarray(at, at + 11));
        await wait(0);
      }
      reply.end();
    };
    const pieces = await read(stepOf(dialect));
    expect(textOf(pieces)).toBe('Zürich 😀 שלום');
    expect(callsOf(pieces)).toEqual([['orreryMeta', '{"searchQuery":"Zü😀"}']]);
  });

  it('tells parallel calls, unknown tools and broken arguments as they were written', async () => {
    const written = [
      { name: 'orreryMeta', pieces: ['{"searchQuery":"a"}'] },
      { name: 'dropTables', pieces: ['{"all":true}'] },
      { name: 'orreryMeta', pieces: ['{"searchQuery":'] },
    ];
    server.sends(dialect.events({ calls: written }));
    expect(callsOf(await read(stepOf(dialect)))).toEqual(written.map(({ name, pieces }) => [name, pieces.join('')]));
  });

  it('gets the results of its tools, and no tools where none are left', async () => {
    server.sends(dialect.events({ texts: ['Ok'] }));
    const call = { type: 'tool-call', toolCallId: 'a', toolName: 'orreryMeta', input: { searchQuery: 'x' } } as const;
    const output = { type: 'text', value: '<result>3</result>' } as const;
    await read(stepOf(dialect), {
      ...request,
      tools: [],
      messages: [
        ...request.messages,
        { role: 'assistant', content: [call] },
        { role: 'tool', content: [{ type: 'tool-result', toolCallId: 'a', toolName: 'orreryMeta', output }] },
      ],
    });
    expect(dialect.resultsIn(server.asked[0]?.body)).toEqual(['<result>3</result>']);
    expect(dialect.toolsIn(server.asked[0]?.body)).toEqual([]);
  });

  it('thinks when it is asked to, and gets its thoughts back with the results', async () => {
    const thinking = { reasoning: 'Hm.', calls: [{ name: 'orreryMeta', pieces: ['{"searchQuery":"x"}'] }] };
    server.sends(dialect.events(thinking), dialect.events({ texts: ['Ok'] }));
    const step = stepOf(dialect, { isReasoning: true });
    const first = await read(step);
    if (dialect.model.api !== 'chat') expect(first).toContainEqual({ type: 'reasoning', text: 'Hm.' });
    const call = {
      type: 'tool-call',
      toolCallId: 'own-id',
      toolName: 'orreryMeta',
      input: { searchQuery: 'x' },
    } as const;
    const output = { type: 'text', value: 'none' } as const;
    await read(step, {
      ...request,
      messages: [
        ...request.messages,
        { role: 'assistant', content: [call] },
        { role: 'tool', content: [{ type: 'tool-result', toolCallId: 'own-id', toolName: 'orreryMeta', output }] },
      ],
    });
    const [, second] = server.asked;
    const body = JSON.stringify(second?.body);
    expect(body).toMatch(/"reasoning_effort":"medium"|"reasoning":\{"effort":"medium"|"thinking":\{"type"/);
    if (dialect.model.provider === 'openai-compatible') expect(body).toContain('"reasoning_content":"Hm."');
    else if (dialect.model.api !== 'chat') expect(body).toContain('sealed-thought');
  });

  it('is not asked to think otherwise', async () => {
    server.sends(dialect.events({ texts: ['Ok'] }));
    await read(stepOf(dialect));
    expect(JSON.stringify(server.asked[0]?.body)).not.toMatch(/reasoning_effort|"effort"|thinking/);
  });

  it('may tell no usage', async () => {
    server.sends(dialect.events({ texts: ['Ok'], hasUsage: false }));
    const pieces = await read(stepOf(dialect));
    expect(textOf(pieces)).toBe('Ok');
    expect(usageOf(pieces).filter(({ inputTokens, outputTokens }) => inputTokens + outputTokens > 0)).toEqual([]);
  });

  it('says that its answer is cut off at the greatest length', async () => {
    server.sends(dialect.events({ texts: ['Ok'], end: 'length' }));
    expect(textOf(await read(stepOf(dialect)))).toMatch(/^Ok\n\n\(The answer is cut off here/);
  });

  it('fails when its answer is filtered out', async () => {
    server.sends(dialect.events({ texts: ['Ok'], end: 'filtered' }));
    expect(await failureOf(dialect)).toMatchObject({ facts: { failure: 'content-filter' } });
  });

  it('is asked again after 429, as soon as the provider says', async () => {
    server.answer = ({ count }, reply) =>
      count === 1
        ? reply.writeHead(429, { 'retry-after': '0.05' }).end(dialect.errorBody('slow down'))
        : asStream(reply).end(dialect.events({ texts: ['Ok'] }).join(''));
    expect(textOf(await read(stepOf(dialect)))).toBe('Ok');
    expect(server.asked).toHaveLength(2);
  });

  it.each([429, 500, 503, 529])('is asked three times while it answers %i', async (status) => {
    server.answer = (_, reply) => reply.writeHead(status).end(dialect.errorBody('not now'));
    const failure = await failureOf(dialect);
    expect(failure).toMatchObject({
      message: `LlmError: not now (status ${status})`,
      facts: { failure: status === 429 ? 'rate-limit' : 'server-error' },
    });
    expect(server.asked).toHaveLength(3);
  });

  it('is not waited for longer than a bound', async () => {
    server.answer = (_, reply) => reply.writeHead(429, { 'retry-after': '3600' }).end(dialect.errorBody('tomorrow'));
    expect((await failureOf(dialect)).message).toBe('LlmError: tomorrow (status 429)');
    expect(server.asked).toHaveLength(1);
  });

  it('is asked again when it drops the connection, or ends, before the first piece', async () => {
    server.answer = ({ count, socket }, reply) => {
      if (count === 1) socket.destroy();
      else if (count === 2) asStream(reply).end();
      else asStream(reply).end(dialect.events({ texts: ['Ok'] }).join(''));
    };
    expect(textOf(await read(stepOf(dialect)))).toBe('Ok');
    expect(server.asked).toHaveLength(3);
  });

  it.each([
    ['ends early', (said: string) => said],
    ['drops the connection', undefined],
  ])('fails, and is not asked again, when it %s after a piece', async (_, ends) => {
    const said = dialect.events({ texts: ['So'], end: 'none' }).join('');
    server.answer = ({ socket }, reply) => {
      asStream(reply);
      if (ends) reply.end(ends(said));
      else reply.write(said, () => setTimeout(() => socket.destroy(), 20));
    };
    expect(await failureOf(dialect)).toMatchObject({ facts: { failure: 'dropped' } });
    expect(server.asked).toHaveLength(1);
  });

  it('fails with the words of an error in the middle of a stream', async () => {
    const said = dialect.events({ texts: ['So'], end: 'none' });
    server.sends([...said, dialect.failure(`The key ${key} has\nexpired`)]);
    const { message, stack } = await failureOf(dialect);
    expect(message).toBe('LlmError: The key *** has expired');
    expect(stack).not.toContain(key);
    expect(server.asked).toHaveLength(1);
  });

  it.each([
    ['401', 401, 'authentication'],
    ['403', 403, 'authentication'],
    ['404', 404, 'not-found'],
    ['400', 400, 'rejected'],
  ])('fails with %s in words without the key, in one call', async (_, status, failure) => {
    server.answer = (__, reply) => reply.writeHead(status).end(dialect.errorBody(`no: ${key}`));
    const error = await failureOf(dialect);
    expect([error.message, error.facts.failure]).toEqual([`LlmError: no: *** (status ${status})`, failure]);
    expect(JSON.stringify([error, error.stack, warnings])).not.toContain(key);
    expect(server.asked).toHaveLength(1);
    expect(warnings).toEqual([{ model: 'own', provider: dialect.model.provider, failure, status, reason: undefined }]);
  });

  it.each([
    ['garbage', 'data: {garbage\n\n'],
    ['JSON of another kind', 'data: {"choices":7,"type":["x"]}\n\n'],
    ['a page', '<html><body>internal page</body></html>'],
    ['nothing that ends', ': comment\n\n'],
  ])('fails with %s, and shows nothing of it', async (_, body) => {
    server.answer = (__, reply) => asStream(reply).end(body);
    const { message } = await failureOf(dialect);
    expect(message).toMatch(
      /^LlmError: The answer of the model (?:cannot be read|ended early)$|^LlmError: The call of the model failed$/,
    );
  });

  it('fails when it is silent: before its answer, and in the middle', async () => {
    server.answer = () => undefined;
    expect(await failureOf(dialect, impatient)).toMatchObject({ facts: { failure: 'timeout' } });
    expect(server.asked).toHaveLength(1);
    server.answer = (_, reply) => void asStream(reply).write(dialect.events({ texts: ['So'], end: 'none' }).join(''));
    expect(await failureOf(dialect, impatient)).toMatchObject({ facts: { failure: 'timeout' } });
  });

  it('ends with the one who asked, and is left', async () => {
    let isGone = false;
    server.answer = ({ socket }, reply) => {
      asStream(reply).write(dialect.events({ texts: ['So'], end: 'none' }).join(''));
      socket.once('close', () => (isGone = true));
    };
    const abort = new AbortController();
    const pieces: PieceOfStep[] = [];
    const asked = stepOf(dialect)(request, abort.signal, (piece) => {
      pieces.push(piece);
      abort.abort(new Error('stopped'));
    });
    await expect(asked).rejects.toThrow('stopped');
    expect(pieces).toEqual([{ type: 'text', text: 'So' }]);
    await eventually(() => expect(isGone).toBe(true));
  });

  it('is not followed elsewhere', async () => {
    await using other = await ModelServer.open();
    other.sends(dialect.events({ texts: ['from elsewhere'] }));
    for (const status of [301, 302, 303, 307, 308]) {
      server.answer = (_, reply) => reply.writeHead(status, { location: other.url }).end();
      expect(await failureOf(dialect)).toMatchObject({ facts: { failure: 'redirect' } });
    }
    expect(other.asked).toEqual([]);
    expect(server.asked).toHaveLength(5);
  });
});

it('a model that cannot be reached fails after its repetitions, without its address', async () => {
  await using gone = await ModelServer.open();
  const { url, port } = gone;
  await gone[Symbol.asyncDispose]();
  const [dialect] = dialects;
  if (!dialect) throw new Error('there is a dialect');
  const failure = await read(stepOf(dialect, { baseUrl: url })).catch((error: unknown) => error);
  expect(failure).toMatchObject({
    facts: { failure: 'unreachable' },
    message: 'LlmError: The server of the model cannot be reached',
  });
  expect(warnings).toHaveLength(3);
  expect(JSON.stringify(warnings)).toContain(String(port));
});

describe('the prompt of a turn', () => {
  const system = 'Be brief. It is Monday.';
  const tool = (text: string): StepRequest['messages'] => [
    ...request.messages,
    {
      role: 'assistant',
      content: [{ type: 'tool-call', toolCallId: 'toolu_0', toolName: 'orreryMeta', input: { searchQuery: 'a' } }],
    },
    {
      role: 'tool',
      content: [
        { type: 'tool-result', toolCallId: 'toolu_0', toolName: 'orreryMeta', output: { type: 'text', value: text } },
      ],
    },
  ];
  const asked = async (dialect: Dialect) => {
    server.sends(dialect.events({ texts: ['Yes.'] }));
    const step = stepOf(dialect);
    for (const messages of [request.messages, tool('found')])
      await read(step, { ...request, system, sharedLetters: 'Be brief.'.length, messages });
    return server.asked.map(({ body }) => body);
  };

  it('is kept by Anthropic: what all turns share, and the messages for the next step', async () => {
    const [messages] = dialects.filter(({ model }) => model.provider === 'anthropic');
    if (!messages) throw new Error('there is such a dialect');
    const bodies = await asked(messages);
    const marked = { cache_control: { type: 'ephemeral' } };
    for (const body of bodies) {
      expect(body.system).toEqual([
        { type: 'text', text: 'Be brief.', ...marked },
        { type: 'text', text: ' It is Monday.' },
      ]);
      const parts = body.messages.flatMap(({ content }: { content: readonly object[] }) => content);
      expect(parts.filter((part: object) => 'cache_control' in part)).toEqual([parts.at(-1)]);
      expect(parts.at(-1)).toMatchObject(marked);
    }
    expect(bodies[1].messages.at(-1).content[0].type).toBe('tool_result');
  });

  it.each(dialects.filter(({ model }) => model.provider !== 'anthropic'))('is one text by $name', async (dialect) => {
    const bodies = await asked(dialect);
    for (const body of bodies) {
      expect(JSON.stringify(body)).toContain(system);
      expect(JSON.stringify(body)).not.toContain('cache');
    }
  });
});
