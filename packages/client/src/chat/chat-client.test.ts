import { describe, expect, it } from 'vitest';
import { type Answer, AnsweringServer, dropped, json, lines, pieces } from '../answering-server-fixture.ts';
import { type ChatClientOptions, createChatClient } from './chat-client.ts';
import { newMessageId } from './chat-request.ts';
import { answer, cutoff, mainText, run, textSoFar } from './worked-example-fixture.ts';

const whole = pieces([lines(...run)]);
const question = { input: 'Top 2 regions?', sessionSettings: { externalId: 'u1' } };

async function withChat(
  answers: readonly Answer[],
  act: (chat: ReturnType<typeof createChatClient>, server: AnsweringServer) => Promise<void>,
  options: Partial<ChatClientOptions> = {},
): Promise<void> {
  await using server = await AnsweringServer.open(...answers);
  const place = { baseUrl: server.address, account: 'main', agent: 3 };
  await act(createChatClient({ ...place, retry: { waitMs: 1, attempts: 4 }, ...options }), server);
}

async function all<T>(source: AsyncIterable<T>): Promise<readonly T[]> {
  const found: T[] = [];
  for await (const each of source) found.push(each);
  return found;
}

/** Sends the beginning of a run, and the rest when it is told so. */
function paused(beginning: readonly unknown[], rest: readonly unknown[]) {
  let goOn: () => void = () => {};
  const told = new Promise<void>((done) => {
    goOn = done;
  });
  const state = { isLeft: false };
  const reply: Answer = async (response) => {
    response.on('close', () => {
      state.isLeft = true;
    });
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write(lines(...beginning));
    await told;
    response.end(lines(...rest));
  };
  return { reply, goOn: () => goOn(), state };
}

describe('ask', () => {
  it('sends the question once, with an id of its own, and tells the answer', async () => {
    await withChat([whole], async (chat, { asked }) => {
      const asking = chat.ask({ ...question, isDevMode: true, context: 'chat' });
      expect(asked).toEqual([]);
      expect(await asking.finalAnswer()).toBe(answer);
      expect((await asking.toolCalls()).map(({ name }) => name)).toEqual(['orrerySqlApi']);
      expect(await asking.endState()).toMatchObject({ receipts: [] });
      expect(asking.chatId).toBe('chat-1');
      expect(asked.map(({ path, body }) => [path, JSON.parse(body)])).toEqual([
        [
          '/api/v1/public/main/agents/3/chat/stream-chat-state',
          { ...question, isDevMode: true, context: 'chat', messageId: asking.messageId },
        ],
      ]);
    });
  });

  it('yields each record, however its bytes arrive, and skips blank lines', async () => {
    const bytes = Buffer.from(`\n${lines(...run).replaceAll('}\n{', '}\n\n\n{')}`);
    const cut = Array.from({ length: Math.ceil(bytes.length / 7) }, (_, at) => bytes.subarray(at * 7, at * 7 + 7));
    await withChat([pieces(cut)], async (chat) => {
      const asking = chat.ask(question);
      const records = await all(asking);
      expect(records.map((record) => 'id' in record && record.id)).toEqual(run.map(({ id }) => id));
      expect(await all(asking)).toEqual(records);
      expect(asking.messages().map((each) => ('content' in each ? each.content : each.call.name))[1]).toBe(mainText);
    });
  });

  it('tells messages while they grow', async () => {
    const { reply, goOn } = paused(run.slice(0, 4), run.slice(4));
    await withChat([reply], async (chat) => {
      const asking = chat.ask(question);
      for await (const record of asking) {
        if (!('sort' in record) || record.sort !== 3) continue;
        expect(asking.messages()[1]).toMatchObject({ content: 'I will look ', isInProcess: true });
        goOn();
      }
      expect(asking.messages()).toHaveLength(4);
    });
  });

  it('takes the address that an agent shows', async () => {
    await using server = await AnsweringServer.open(whole);
    for (const end of ['', '/', '/chat/stream-chat-state']) {
      const chat = createChatClient({ chatUrl: `${server.address}/api/v1/public/a/agents/auto${end}` });
      expect(await chat.ask(question).finalAnswer()).toBe(answer);
    }
    expect(new Set(server.asked.map(({ path }) => path))).toEqual(
      new Set(['/api/v1/public/a/agents/auto/chat/stream-chat-state']),
    );
  });

  it.each([400, 403, 404, 409])('throws what the server refuses with %d, to all who wait', async (status) => {
    await withChat([json({ error: 'Streaming for thread is in progress' }, status)], async (chat, { asked }) => {
      const asking = chat.ask(question);
      const refused = { status, message: 'Streaming for thread is in progress' };
      await expect(asking.finalAnswer()).rejects.toMatchObject(refused);
      await expect(all(asking)).rejects.toMatchObject(refused);
      expect(asked).toHaveLength(1);
    });
  });

  it('waits when too many questions are answered at once', async () => {
    const busy = json({ error: 'At most 5 questions' }, 429, { 'retry-after': '0' });
    await withChat([busy, whole], async (chat) => {
      expect(await chat.ask(question).finalAnswer()).toBe(answer);
    });
  });
});

describe('a run that fails', () => {
  const failed = [...run.slice(0, 4), { error: 'LlmError: overloaded' }, run[10]];

  it('yields the error, ends, and has no answer', async () => {
    await withChat([pieces([lines(...failed)])], async (chat) => {
      const asking = chat.ask(question);
      expect(await all(asking)).toContainEqual({ error: 'LlmError: overloaded' });
      await expect(asking.finalAnswer()).rejects.toMatchObject({ code: 'LlmError', message: 'LlmError: overloaded' });
      expect(asking.messages()[1]).toMatchObject({ content: 'I will look ' });
    });
  });

  it('that ends without an answer and without an error has its last text as answer', async () => {
    await withChat([pieces([lines(...run.slice(0, 9), run[10])])], async (chat) => {
      expect(await chat.ask(question).finalAnswer()).toBe(mainText);
    });
  });
});

describe('a line that breaks', () => {
  it('is opened again under the same id and chat, at every record, and nothing is missing or doubled', async () => {
    for (let broken = 0; broken < run.length; broken += 1) {
      const rest = [cutoff(true), run[1], textSoFar('I will look it up. 🔭', 4), ...run.slice(5)];
      const replies = [pieces([lines(...run.slice(0, broken))], { isBroken: true }), pieces([lines(...rest)])];
      await withChat(replies, async (chat, { asked }) => {
        const asking = chat.ask(question);
        expect(await asking.finalAnswer()).toBe(answer);
        expect(asking.messages().map(({ id }) => id)).toEqual([run[1].id, 'main', 'tool-1', 'answer']);
        expect(asking.messages()[1]).toMatchObject({ content: mainText });
        const [first, second] = asked.map(({ body }) => JSON.parse(body));
        // A line that breaks at once may not even have told the chat.
        expect(second).toEqual(second.chatId === undefined ? first : { ...first, chatId: 'chat-1' });
      });
    }
  });

  it('counts as broken when it ends before the last record', async () => {
    await withChat([pieces([lines(...run.slice(0, 6))]), whole], async (chat, { asked }) => {
      expect(await chat.ask(question).finalAnswer()).toBe(answer);
      expect(asked).toHaveLength(2);
    });
  });

  it('is given up when nothing new comes', async () => {
    const same = pieces([lines(...run.slice(0, 3))], { isBroken: true });
    await withChat([same], async (chat, { asked }) => {
      const asking = chat.ask(question);
      await expect(asking.finalAnswer()).rejects.toMatchObject({ code: 'client.network' });
      expect(asked).toHaveLength(4);
      expect(asking.messages()).toHaveLength(2);
    });
  });

  it('may break again and again while something new comes', async () => {
    const replies = run.map((_, end) => pieces([lines(...run.slice(0, end + 1))], { isBroken: true }));
    await withChat([...replies.slice(0, -1), whole], async (chat) => {
      expect(await chat.ask(question).finalAnswer()).toBe(answer);
    });
  });

  it('is broken too when nothing comes on it, not even blank lines', async () => {
    const { reply, goOn } = paused(run.slice(0, 3), []);
    await withChat(
      [reply, whole],
      async (chat) => {
        expect(await chat.ask(question).finalAnswer()).toBe(answer);
        goOn();
      },
      { silenceMs: 50 },
    );
  });
});

describe('leaving', () => {
  it('closes the line, stops nothing on the server, and the run may be joined again', async () => {
    const { reply, goOn, state } = paused(run.slice(0, 4), []);
    await withChat([reply, whole], async (chat, { asked }) => {
      const asking = chat.ask(question);
      for await (const record of asking) if ('sort' in record && record.sort === 3) break;
      await expect.poll(() => state.isLeft).toBe(true);
      expect(asked).toHaveLength(1);
      goOn();
      expect(await asking.finalAnswer()).toBe(answer);
      expect(JSON.parse(asked[1]?.body ?? '')).toMatchObject({ messageId: asking.messageId, chatId: 'chat-1' });
    });
  });

  it('of one loop does not disturb another', async () => {
    const { reply, goOn, state } = paused(run.slice(0, 4), run.slice(4));
    await withChat([reply], async (chat) => {
      const asking = chat.ask(question);
      const final = asking.finalAnswer();
      for await (const _ of asking) break;
      expect(state.isLeft).toBe(false);
      goOn();
      expect(await final).toBe(answer);
    });
  });
});

describe('abort', () => {
  const stopped = [
    { ...run[8], content: 'I will look ' },
    { ...run[10], state: { messages: [], aborted: true } },
  ];
  const done: Answer = (response) => response.writeHead(204).end();
  const byPath =
    (stream: Answer, goOn: () => void = () => {}): Answer =>
    (response, one) => {
      if (!one.path.endsWith('/chat/abort')) return stream(response, one);
      goOn();
      return done(response, one);
    };
  const aborts = ({ asked }: AnsweringServer) =>
    asked.filter(({ path }) => path.endsWith('/abort')).map(({ body }) => JSON.parse(body));
  const abortBody = { chatId: 'chat-1', sessionSettings: question.sessionSettings };

  it('stops the answer, and the run ends with what there is', async () => {
    const { reply, goOn } = paused(run.slice(0, 4), stopped);
    await withChat([byPath(reply, goOn)], async (chat, server) => {
      const asking = chat.ask(question);
      const records = all(asking);
      await asking.abort();
      expect((await records).at(-1)).toMatchObject({ id: '__state__' });
      expect(await asking.finalAnswer()).toBe(undefined);
      expect(asking.messages().at(-1)).toMatchObject({ content: 'I will look ', isInProcess: false });
      expect(aborts(server)).toEqual([abortBody]);
    });
  });

  it('by the signal ends all loops at once with its reason, and stops the answer too', async () => {
    const { reply, goOn, state } = paused(run.slice(0, 4), stopped);
    await withChat([byPath(reply)], async (chat, server) => {
      const controller = new AbortController();
      const asking = chat.ask({ ...question, signal: controller.signal });
      const seen: unknown[] = [];
      const loop = async () => {
        for await (const record of asking) {
          seen.push(record);
          if (seen.length === 4) controller.abort(new Error('enough'));
        }
      };
      await expect(loop()).rejects.toThrow('enough');
      await expect(asking.finalAnswer()).rejects.toThrow('enough');
      await expect.poll(() => aborts(server)).toEqual([abortBody]);
      await expect.poll(() => state.isLeft).toBe(true);
      goOn();
    });
  });

  it('by the signal before the server has accepted the question stops it when it has', async () => {
    const { reply, goOn } = paused([], run.slice(0, 3));
    await withChat([byPath(reply)], async (chat, server) => {
      const controller = new AbortController();
      const asking = chat.ask({ ...question, chatId: 'chat-1', signal: controller.signal });
      const final = asking.finalAnswer();
      await expect.poll(() => server.asked.length).toBe(1);
      controller.abort(new Error('enough'));
      await expect(final).rejects.toThrow('enough');
      expect(aborts(server)).toEqual([]);
      goOn();
      await expect.poll(() => aborts(server)).toEqual([abortBody]);
    });
  });

  it('before anything is asked asks nothing', async () => {
    await withChat([whole], async (chat, { asked }) => {
      const controller = new AbortController();
      controller.abort(new Error('enough'));
      await expect(chat.ask({ ...question, signal: controller.signal }).finalAnswer()).rejects.toThrow('enough');
      const asking = chat.ask(question);
      await asking.abort();
      expect([await asking.finalAnswer(), await all(asking), asked]).toEqual([undefined, [], []]);
    });
  });

  it('of a chat takes its id', async () => {
    await withChat([byPath(whole)], async (chat, server) => {
      await chat.abort('chat-1', { sessionSettings: question.sessionSettings });
      expect(aborts(server)).toEqual([abortBody]);
    });
    await withChat([json({ error: 'There is no chat' }, 404)], async (chat) => {
      await expect(chat.abort('chat-2')).rejects.toMatchObject({ status: 404 });
    });
  });
});

describe('state', () => {
  it('reads a chat, and joins the answer that is being given', async () => {
    const history = [cutoff(true), run[1], run[6], textSoFar('I will look ', 3), ...run.slice(4)];
    await withChat(
      [pieces([lines(...history.slice(0, 3))], { isBroken: true }), pieces([lines(...history)])],
      async (chat, { asked }) => {
        const reading = chat.state('chat-1', { sessionSettings: question.sessionSettings });
        expect(await reading.finalAnswer()).toBe(answer);
        for (const { body } of asked) {
          expect(JSON.parse(body)).toEqual({ chatId: 'chat-1', sessionSettings: question.sessionSettings });
        }
      },
    );
  });
});

describe('a line of a server', () => {
  it.each([
    ['of another kind is left out', [run[0], { hello: 1 }, ...run.slice(1)], undefined],
    [
      'with an unknown tool is kept',
      [...run.slice(0, 5), { ...run[6], toolCall: { name: 'new', input: 'x' } }, ...run.slice(7)],
      undefined,
    ],
    ['that is a list ends the run', [...run.slice(0, 3), [1]], 'client.not-json'],
  ])('%s', async (_, records, code) => {
    await withChat([pieces([lines(...records)])], async (chat) => {
      const final = chat.ask(question).finalAnswer();
      if (code === undefined) expect(await final).toBe(answer);
      else await expect(final).rejects.toMatchObject({ code });
    });
  });

  it.each([
    ['a page', pieces(['<html>'], { type: 'text/html' }), 'client.not-json'],
    ['no answer at all', dropped, 'client.network'],
  ])('that is %s is an error', async (_, reply, code) => {
    await withChat([reply], async (chat) => {
      await expect(chat.ask(question).finalAnswer()).rejects.toMatchObject({ code });
    });
  });
});

it('makes ids of messages as servers take them, each one once', () => {
  const ids = Array.from({ length: 1000 }, () => newMessageId());
  for (const id of ids) expect(id).toMatch(/^\d{13,}-message$/);
  expect(new Set(ids).size).toBe(ids.length);
});
