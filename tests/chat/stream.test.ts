import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storyKinds } from '../servers/store-place.ts';
import { ChatServer, chatIdOf, finalOf, resultsOf, toolsOf, user } from './chat-service.ts';
import { expectRecords } from './expect-records.ts';

const image = (mimeType: string, head: string) => ({ mimeType, data: Buffer.from(head, 'latin1').toString('base64') });

/** The numbers are those of the acceptance cases of chats. */
describe.each(storyKinds)('a chat with the analyst, on %s', (kind) => {
  let chat: ChatServer;
  const perMonth = 'orders per month';

  beforeAll(async () => {
    chat = await ChatServer.open(kind);
  });

  afterAll(() => chat[Symbol.asyncDispose]());

  it('1: is refused without a key, for unknown agents and accounts, and out of scope', async () => {
    const path = (account: string, agent: string) => `/api/v1/public/${account}/agents/${agent}/chat/stream-chat-state`;
    const status = async (authorization: string, at: string) =>
      (await chat.send({ input: 'orders', sessionSettings: user }, { authorization, path: at })).status;
    const key = `Api-Key ${chat.service.key}`;
    expect(await status('', path('default', 'auto'))).toBe(401);
    expect(await status('Api-Key sk-nonsense', path('default', 'auto'))).toBe(401);
    expect(await status(key, path('default', '999'))).toBe(404);
    expect(await status(key, path('default', 'abc'))).toBe(404);
    expect(await status(key, path('other', 'auto'))).toBe(404);
    const { key: foreign } = await chat.metadata.accounts.create(`foreign-${kind}`);
    expect(await status(`Api-Key ${foreign}`, path('default', 'auto'))).toBe(404);
    const { id } = (await chat.platform('POST', '/deployments', { name: `second-${kind}` })).body;
    const scoped = await chat.service.keyOf({ id: chat.service.adminId }, [id]);
    const [agent] = (await chat.platform('GET', '/deployments/1/agents')).body.items;
    expect(await status(`Api-Key ${scoped}`, path('default', String(agent.id)))).toBe(403);
    expect(await status(key, path('default', String(agent.id)))).toBe(200);
  });

  it('2 to 11: streams records of the contract', async () => {
    const messageId = '1781000000123-message';
    const answer = await chat.ask({ input: perMonth, messageId });
    expectRecords(answer, { input: perMonth });
    expect(answer.lines[1]).toEqual({ id: messageId, role: 'user', content: perMonth, isDelta: false, sort: 1 });
    expect(new Set(toolsOf(answer).map(({ id }) => id)).size).toBe(2);
    for (const input of [perMonth, 'how many penguins']) {
      expectRecords(await chat.ask({ input, isDevMode: true }), { input, isDevMode: true });
    }
  });

  it('4, 5: takes ids of messages that are well formed, and makes one', async () => {
    for (const messageId of ['123-message', '1781000000123', '1781000000123-Message']) {
      expect((await chat.ask({ input: perMonth, messageId })).status).toBe(400);
    }
    const { lines } = await chat.ask({ input: 'orders' });
    expect(lines[1]?.id).toMatch(/^\d{13,}-message$/);
  });

  it('12 to 15: tools answer as the data says', async () => {
    const answer = await chat.ask({ input: 'net sales by code' });
    const [meta] = toolsOf(answer, 'orreryMeta').filter(({ result }) => result !== undefined);
    const { cubes, searchQuery } = JSON.parse(meta?.result ?? '');
    expect(searchQuery).toBe('net sales by code');
    expect(cubes.map(({ name }: { name: string }) => name)).toEqual(['sales']);
    expect(JSON.stringify(cubes)).not.toContain('salary');
    const [result] = resultsOf(answer);
    expect(result.totalRows).toBe(250);
    expect(result.data).toHaveLength(100);
    for (const row of result.data) expect(row).toHaveLength(result.schema.length);
    const rows = await rowsOf(result.sqlQuery);
    expect(rows).toBe(250);
    const asked = await chat.ask({ input: perMonth });
    const [{ vegaSpec, schema }] = resultsOf(asked);
    const inputs = toolsOf(asked, 'orrerySqlApi').map(({ input }) => JSON.parse(input).vegaSpec);
    expect(inputs).toEqual([vegaSpec, vegaSpec]);
    const { $schema, data, encoding } = JSON.parse(vegaSpec);
    expect([$schema, data]).toEqual(['https://vega.github.io/schema/vega-lite/v5.json', undefined]);
    const names = schema.map(({ name }: { name: string }) => name);
    const fields = Object.values<{ field?: string }>(encoding).flatMap(({ field }) => field ?? []);
    expect([fields.length > 1, fields.filter((field) => !names.includes(field))]).toEqual([true, []]);
  });

  it('answers what hand-written SQL says', async () => {
    const [result] = resultsOf(await chat.ask({ input: perMonth }));
    // 250 orders over 150 days: each day has one or two.
    const counts = new Map<string, number>();
    for (let i = 0; i < 250; i += 1) {
      const day = new Date(Date.UTC(2026, 0, 1) + ((i * 37) % 150) * 86_400_000);
      const month = day.toISOString().slice(0, 7);
      counts.set(month, (counts.get(month) ?? 0) + 1);
    }
    const told = result.data.map((row: readonly string[]) => [row[0]?.slice(0, 7), Number(row[1])]);
    expect(Object.fromEntries(told)).toEqual(Object.fromEntries(counts));
  });

  it('16, 17: goes on in the same chat, of its own user alone', async () => {
    const first = await chat.ask({ input: 'net sales by region in May 2026' });
    const chatId = chatIdOf(first);
    const second = await chat.ask({ chatId, input: 'only North' });
    expect(second.lines[1]?.sort).toBeGreaterThan(first.lines.at(-1)?.sort ?? 0);
    const [result] = resultsOf(second);
    expect(result.sqlQuery).toMatch(/net_sales[\s\S]*2026-05-01/);
    const [before] = resultsOf(first);
    expect(result.data).toEqual(before.data.filter((row: readonly unknown[]) => row.includes('North')));
    expect(JSON.stringify(result.data)).not.toContain('South');
    expect((await chat.ask({ chatId: crypto.randomUUID(), input: 'orders' })).status).toBe(404);
    const other = { externalId: 'u2' };
    expect((await chat.ask({ chatId, input: 'orders', sessionSettings: other })).status).toBe(403);
    expect((await chat.ask({ chatId, sessionSettings: other })).status).toBe(403);
  });

  it('18, 39: is read without a new run', async () => {
    const asked = await chat.ask({ input: perMonth });
    const chatId = chatIdOf(asked);
    const reads = [await chat.ask({ chatId }), await chat.ask({ chatId }), await chat.ask({ chatId })];
    for (const read of reads) expect(read.text).toBe(reads[0]?.text);
    const [read] = reads;
    expect(read?.lines[0]?.state).toEqual({ chatId, isStreaming: false });
    const kinds = read?.lines.slice(1, -1).map(({ id }) => id);
    expect(new Set(kinds).size).toBe(kinds?.length);
    const state = (lines: (typeof asked)['lines'] | undefined) => lines?.at(-1)?.state?.messages;
    expect(state(read?.lines)).toEqual(state(asked.lines));
    expect(state(read?.lines)?.[0]).toEqual({
      ...{ lc: 1, type: 'constructor', id: ['langchain_core', 'messages', 'HumanMessage'] },
      kwargs: { content: perMonth, id: asked.lines[1]?.id },
    });
    expect(state(read?.lines)?.map(({ id }) => id[2])).toEqual([
      'HumanMessage',
      'AIMessage',
      'ToolMessage',
      'ToolMessage',
      'AIMessage',
    ]);
  });

  it('19, 49, 50: refuses what is no question, and ignores what it does not know', async () => {
    expect((await chat.ask({})).status).toBe(400);
    for (const input of ['', ' \n ', 'x'.repeat(32_001), '\ud800', 'a\0b', 7]) {
      expect([input, (await chat.ask({ input })).status]).toEqual([input, 400]);
    }
    expect((await chat.ask({ input: 'orders', images: [image('image/svg+xml', '<svg/>')] })).status).toBe(400);
    expect((await chat.ask({ input: 'orders', images: [image('image/png', 'GIF89a')] })).status).toBe(400);
    for (const data of ['@@@', '', 'iVBORw0KGgo', '=', 'a=b=', 'é'.repeat(16), 'iVBORw0KGgo=\n']) {
      const refused = await chat.ask({ input: 'orders', images: [{ mimeType: 'image/png', data }] });
      expect([data, refused.status]).toEqual([data, 400]);
    }
    const seen = await chat.ask({
      input: 'orders',
      images: [image('image/png', '\x89PNG\r\n\x1a\n')],
      unheardOf: { a: 1 },
    });
    expect([seen.status, finalOf(seen)]).toEqual([200, expect.stringContaining('cannot see images')]);
    for (const input of ['SELECT 1', '{"measures":[]}', '👩‍🚀 صادر e\u0301', 'x'.repeat(32_000)]) {
      const answer = await chat.ask({ input });
      expect([answer.status, answer.lines.at(-1)?.id, finalOf(answer) !== '']).toEqual([200, '__state__', true]);
    }
  });

  it('45 to 47: answers no number without data, and asks back', async () => {
    const nothing = await chat.ask({ input: 'how many penguins churned' });
    expect(finalOf(nothing)).not.toMatch(/\d/);
    expect(toolsOf(nothing, 'orrerySqlApi')).toEqual([]);
    const about = await chat.ask({ input: 'What can I ask?' });
    expect(finalOf(about)).toContain('Sales');
    expect(toolsOf(about, 'orrerySqlApi')).toEqual([]);
    const withheld = await chat.ask({ input: 'show salaries' });
    expect(finalOf(withheld)).not.toMatch(/\d/);
    expect(withheld.text).not.toContain('sales.salary');
  });

  it('41: asks the certified query whose request is the question', async () => {
    const answer = await chat.ask({ input: 'where do we sell the most' });
    expect(resultsOf(answer)[0]).toMatchObject({
      sqlQuery: 'SELECT city, MEASURE(count) AS orders FROM sales GROUP BY 1 ORDER BY 2 DESC LIMIT 1',
      data: [['Oslo', '84']],
    });
  });

  it('33, 34: asks a branch, and says which there is not', async () => {
    const bad = await chat.ask({ input: 'orders', activeBranchName: 'nope' });
    expect([bad.status, bad.text.split('\n').includes('{"error":"BadRequestError: Bad branch"}')]).toEqual([200, true]);
    expect(bad.lines.at(-1)?.id).toBe('__state__');
    const branch = await chat.ask({ input: 'refunds', activeBranchName: 'next' });
    expect(resultsOf(branch)[0]?.data).toEqual([['250']]);
    expect(resultsOf(await chat.ask({ input: 'refunds' }))).toEqual([]);
    expect(resultsOf(await chat.ask({ input: 'refunds', activeBranchName: 'next', isDefaultBranch: true }))).toEqual(
      [],
    );
  });

  async function rowsOf(query: string): Promise<number> {
    const { origin } = chat.service.served;
    const tokens = '/deployments/1/environments/1/tokens';
    const made = await chat.platform('POST', tokens, { security_context: user.securityContext });
    const token = made.body.data.token;
    const answer = await fetch(`${origin}/cubejs-api/v1/cubesql`, {
      method: 'POST',
      headers: { authorization: token, 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    const [, ...data] = (await answer.text()).split('\n').filter((line) => line !== '');
    return data.flatMap((line) => JSON.parse(line).data).length;
  }
});
