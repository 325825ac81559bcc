import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../eventually.ts';
import { storyKinds } from '../servers/store-place.ts';
import { ChatServer, chatIdOf, finalOf, type Line, linesOf, resultsOf, toolsOf, user } from './chat-service.ts';
import { projectWith, querying, removeProject, ScriptedModel, type Step } from './scripted-model.ts';

const by = { via: 'command' } as const;
const dayMs = 86_400_000;
const perCity = 'SELECT city, MEASURE(count) AS n FROM sales GROUP BY 1 ORDER BY 1';
const oslo = { externalId: 'oslo', userAttributes: [{ name: 'city', value: 'Oslo' }] };

/** A run lasts longer than what it is asked of may stay as it is. */
describe.each(storyKinds)('while a run of a chat goes on, on %s', (kind) => {
  let chat: ChatServer;
  let model: ScriptedModel;
  let project: string;
  const clock = { at: Date.UTC(2026, 4, 20), now: () => clock.at };

  beforeAll(async () => {
    model = await ScriptedModel.open();
    project = await projectWith(undefined);
    chat = await ChatServer.open(kind, {
      project,
      now: clock.now,
      environment: { ORRERY_SOURCE_NETWORKS: '127.0.0.1' },
    });
    const { changes, attributes, accountId } = chat.metadata;
    await changes.changeRights({ accountId, by }, (change) =>
      attributes.create(change, { name: 'city', type: 'string' }),
    );
    await register('one');
  });

  afterAll(async () => {
    await chat[Symbol.asyncDispose]();
    await model[Symbol.asyncDispose]();
    await removeProject(project);
  });

  const register = async (name: string): Promise<number> => {
    const about = { provider: 'openai-compatible', model: 'm', baseUrl: model.server.url, credential: `sk-of-${name}` };
    const made = await chat.platform('POST', '/ai-models', { name, ...about });
    expect([made.status, made.text]).toEqual([200, made.text]);
    return made.body.id;
  };

  /** Asks, and changes something while the model is about to call a tool. @returns the rest of the stream */
  async function askMeanwhile(change: (chatId: string) => Promise<unknown>, step: Step, body: object = {}) {
    const gate = Promise.withResolvers<void>();
    let calls = 0;
    model.script = () => ((calls += 1) === 1 ? { ...step, until: gate.promise } : { text: 'That is what there is.' });
    const asked = model.server.asked.length;
    const answer = await chat.send({ input: 'what is there', sessionSettings: user, ...body });
    const lines = linesOf(answer);
    const { value: cutoff } = await lines.next();
    await eventually(async () => expect(model.server.asked.length).toBe(asked + 1));
    await change(cutoff?.state?.chatId ?? '');
    gate.resolve();
    const rest: Line[] = [];
    for await (const line of lines) rest.push(line);
    return { status: answer.status, headers: answer.headers, text: '', lines: [...(cutoff ? [cutoff] : []), ...rest] };
  }

  it('it may be aborted at every record', async () => {
    const meta = { call: { name: 'orreryMeta', input: { searchQuery: 'orders' } } };
    const run: readonly Step[] = [{ ...meta, text: 'I look. ' }, querying(perCity), { text: 'Oslo leads the others.' }];
    model.script = (_, results) => run[results] ?? { text: 'Nothing.' };
    const { length } = (await chat.ask({ input: 'orders' })).lines;
    expect(length).toBeGreaterThan(10);
    for (let count = 1; count < length; count += 1) {
      const lines = linesOf(await chat.send({ input: 'orders', sessionSettings: user }));
      const seen: Line[] = [];
      for (let n = 0; n < count; n += 1) seen.push((await lines.next()).value as Line); // fewer than there are
      const chatId = seen[0]?.state?.chatId ?? '';
      expect((await chat.abort({ chatId, sessionSettings: user })).status).toBe(204);
      for await (const line of lines) seen.push(line);
      const last = seen.at(-1);
      const hasFinal = seen.some(({ graphPath }) => graphPath?.[0] === 'final');
      expect([count, last?.id, last?.state?.aborted ?? false]).toEqual([count, '__state__', !hasFinal]);
      const sorts = seen.map(({ sort }) => sort ?? -1);
      expect(sorts).toEqual([...new Set(sorts)].toSorted((one, other) => one - other));
      const tools = Map.groupBy(toolsOf({ ...(await read(chatId)), lines: seen }), ({ id }) => id);
      for (const [begin, end] of tools.values())
        expect([begin?.result, typeof end?.result]).toEqual([undefined, 'string']);
      const open = new Map(seen.map(({ id, isInProcess }) => [id, isInProcess]));
      expect([count, [...open.values()].filter((isOpen) => isOpen)]).toEqual([count, []]);
      const { lines: stored } = await read(chatId);
      expect(stored.at(-1)?.state?.messages).toEqual(last?.state?.messages);
      expect(stored[0]?.state?.isStreaming).toBe(false);
    }
    const { items } = (await chat.platform('GET', '/chat/threads?all=true&first=1')).body;
    expect((await chat.ask({ chatId: items[0].chatId, input: 'go on' })).status).toBe(200);
  });

  const read = (chatId: string) => chat.ask({ chatId });

  it('the clock may jump', async () => {
    for (const jumpMs of [dayMs, -2 * dayMs, dayMs]) {
      const answer = await askMeanwhile(async () => (clock.at += jumpMs), querying(perCity));
      expect([jumpMs, finalOf(answer)]).toEqual([jumpMs, 'That is what there is.']);
      expect(resultsOf(answer)[0].data).toHaveLength(3);
      const again = await chat.ask({ chatId: chatIdOf(answer), input: 'again' });
      expect([again.status, finalOf(again)]).toEqual([200, 'That is what there is.']);
    }
  });

  it('its model may be changed and removed, which counts from the next question on', async () => {
    const { items } = (await chat.platform('GET', '/ai-models')).body;
    const keyOf = (nth: number) => model.server.asked.at(nth)?.headers['authorization'];
    const put = () => chat.platform('PUT', `/ai-models/${items[0].id}`, { credential: 'sk-changed' });
    expect(finalOf(await askMeanwhile(put, querying(perCity)))).toBe('That is what there is.');
    expect(keyOf(-1)).toBe('Bearer sk-of-one');
    await chat.ask({ input: 'and now' });
    expect(keyOf(-1)).toBe('Bearer sk-changed');
    const remove = () => chat.platform('DELETE', `/ai-models/${items[0].id}`);
    expect(finalOf(await askMeanwhile(remove, querying(perCity)))).toBe('That is what there is.');
    expect(finalOf(await chat.ask({ input: 'Which fields does sales have?' }))).toContain('Net Sales');
    await register('two');
  });

  it('its user may get other rights, which count from the next query on', async () => {
    const before = await askMeanwhile(async () => undefined, querying(perCity), { sessionSettings: oslo });
    expect(resultsOf(before)[0].data).toEqual([['Oslo', '84']]);
    const toRome = { ...oslo, userAttributes: [{ name: 'city', value: 'Rome' }] };
    const move = () => chat.ask({ chatId: crypto.randomUUID(), input: 'x', sessionSettings: toRome });
    const after = await askMeanwhile(move, querying(perCity), { sessionSettings: oslo });
    expect(resultsOf(after)[0].data).toEqual([['Rome', '83']]);
  });

  it('its user may be deleted: it ends, and calls the model no more', async () => {
    const settings = { externalId: 'gone', securityContext: { all: true } };
    const { embedUsers, changes, accountId, store } = chat.metadata;
    const answer = await askMeanwhile(
      async () => {
        const users = store.database.selectFrom('account_user').select('id').where('external_id', '=', 'gone');
        const { id } = await users.executeTakeFirstOrThrow();
        await changes.changeRights({ accountId, by }, (change) => embedUsers.delete(change, null, id));
      },
      querying(perCity),
      { sessionSettings: settings },
    );
    expect(answer.lines.at(-1)?.id).toBe('__state__');
    expect(answer.lines.map(({ error }) => error ?? '').join('')).toContain('interrupted');
    expect(JSON.stringify(answer.lines)).not.toMatch(/Oslo|Rome/);
    expect((await chat.ask({ chatId: chatIdOf(answer), sessionSettings: settings })).status).toBe(404);
  });

  it('the model of the data and its policies may change, which counts from the next query on', async () => {
    const file = join(project, 'model', 'orders.yml');
    const text = await readFile(file, 'utf8');
    const change = (changed: string) => async () => {
      await writeFile(file, changed);
      await eventually(async () =>
        expect((await chat.service.served.composition.runtime.modelFor({})).version).not.toBe(version),
      );
    };
    let { version } = await chat.service.served.composition.runtime.modelFor({});
    const measure = text.replace(
      '{ name: count, type: count, title: Orders }',
      '{ name: count, type: count_distinct, sql: city }',
    );
    const changed = await askMeanwhile(change(measure), querying('SELECT MEASURE(count) AS n FROM sales'));
    expect(resultsOf(changed)[0].data).toEqual([['3']]);
    ({ version } = await chat.service.served.composition.runtime.modelFor({}));
    const closed = text.replace('{ securityContext.all }', '{ securityContext.never }');
    const refused = await askMeanwhile(change(closed), querying(perCity));
    expect(resultsOf(refused)).toEqual([{ error: expect.stringMatching(/^Error: \w+Error: /) }]);
    expect(JSON.stringify(refused.lines)).not.toMatch(/Oslo|Rome/);
    await writeFile(file, text);
  });

  it('its branch may be removed: it ends', async () => {
    const remove = () => chat.service.served.composition.closeDeployment(1);
    const answer = await askMeanwhile(remove, querying(perCity), { activeBranchName: 'next' });
    expect(answer.lines.flatMap(({ error }) => error ?? [])).toEqual(['BadRequestError: Bad branch']);
    expect(resultsOf(answer)).toEqual([{ error: 'Error: AbortError: The run ended' }]);
    expect(answer.lines.at(-1)?.id).toBe('__state__');
    expect(answer.lines.some(({ graphPath }) => graphPath?.[0] === 'final')).toBe(false);
  });
});
