import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../eventually.ts';
import { storyKinds } from '../servers/store-place.ts';
import { type ChatAnswer, ChatServer, chatIdOf, linesIn, resultsOf, user } from './chat-service.ts';
import { projectWith, querying, removeProject, ScriptedModel } from './scripted-model.ts';

const by = { via: 'command' } as const;
const zone = 'Europe/Oslo';
/** May in Oslo begins and ends two hours before that of UTC. */
const may = { from: Date.UTC(2026, 3, 30, 22), to: Date.UTC(2026, 4, 31, 22) };
/** Orders of May by city, counted here. */
const inMay = (orders: number, city?: string) =>
  Array.from({ length: orders }, (_, i) => i).filter((i) => {
    const at = Date.UTC(2026, 0, 1) + ((i * 37) % 150) * 24 * 3_600_000;
    return at >= may.from && at < may.to && (city === undefined || ['Oslo', 'Rome', 'Bern'][i % 3] === city);
  }).length;

// The answers are from our own service; the tests assert the relevant fields.
// oxlint-disable-next-line typescript/no-explicit-any
type Free = any;

const receiptsOf = ({ lines }: ChatAnswer): Free => {
  const state: Free = lines.at(-1)?.state;
  return state.receipts;
};
const uuidOf = (answer: ChatAnswer): string => resultsOf(answer)[0].uuid;

describe.each(storyKinds)('receipts of answers, on %s', (kind) => {
  let chat: ChatServer;
  let project: string;
  let ids: Record<'ann' | 'bob' | 'dev', number>;
  const keys = { ann: '', bob: '', dev: '' };
  const model = () => join(project, 'model', 'orders.yml');
  const putOrders = (count: number) =>
    writeFile(join(project, 'data', 'orders.csv'), ['i', ...Array.from({ length: count }, (_, i) => i)].join('\n'));

  beforeAll(async () => {
    project = await projectWith(undefined);
    await mkdir(join(project, 'data'));
    await putOrders(250);
    const text = await readFile(model(), 'utf8');
    await writeFile(model(), text.replace('FROM range(250) AS t (i)', "FROM read_csv('data/orders.csv')"));
    const settings = { data_sources: { default: { type: 'duckdb', allow: ['data'] } }, branches: { next: '../next' } };
    await writeFile(join(project, 'orrery.yml'), JSON.stringify({ ...settings, query: { timezone: zone } }));
    chat = await ChatServer.open(kind, { project, now: () => Date.UTC(2026, 4, 20) });
    const { changes, users, groups, attributes, accountId } = chat.metadata;
    ids = await changes.changeRights({ accountId, by }, async (change) => {
      await attributes.create(change, { name: 'city', type: 'string' });
      await groups.create(change, { name: 'Payroll' });
      const { id: ann } = await users.create(change, { username: 'ann', role: 'viewer' });
      const { id: bob } = await users.create(change, { username: 'bob', role: 'viewer' });
      const { id: dev } = await users.create(change, { username: 'dev', role: 'developer' });
      return { ann, bob, dev };
    });
    for (const name of ['ann', 'bob', 'dev'] as const)
      keys[name] = `Api-Key ${await chat.service.keyOf({ id: ids[name] })}`;
  });

  afterAll(async () => {
    await chat[Symbol.asyncDispose]();
    await removeProject(project);
  });

  const setCity = async (name: keyof typeof ids, value: string | null) => {
    const { changes, attributes, accountId } = chat.metadata;
    await changes.changeRights({ accountId, by }, (change) =>
      attributes.set(change, ids[name], new Map([['city', value]])),
    );
  };
  const path = '/public/default/agents/auto/chat/receipt';
  const receipt = (body: object, authorization?: string) => {
    return chat.platform('POST', path, { sessionSettings: user, ...body }, authorization);
  };
  const rerun = async (uuid: string, sessionSettings: object = user): Promise<Free> => {
    const { status, body, text } = await receipt({ uuid, sessionSettings, rerun: true });
    expect([status, text]).toEqual([200, text]);
    return body.rerun;
  };

  it('tell how the rows of an answer came about', async () => {
    const answer = await chat.ask({ input: 'orders by city in May 2026' });
    const [result] = resultsOf(answer);
    expect(result.data).toEqual(
      ['Oslo', 'Rome', 'Bern']
        .map((city) => [city, String(inMay(250, city))])
        .toSorted((one, other) => Number(other[1]) - Number(one[1]) || (String(one[0]) < String(other[0]) ? -1 : 1)),
    );
    const [first, ...others] = receiptsOf(answer);
    expect(others).toEqual([]);
    expect(first).toMatchObject({
      finalId: answer.lines.findLast(({ graphPath }) => graphPath?.[0] === 'final')?.id,
      messageId: answer.lines[1]?.id,
      question: 'orders by city in May 2026',
      branch: null,
      model: 'analyst',
      tokens: null,
    });
    expect(first.queries).toMatchObject([
      {
        uuid: result.uuid,
        isHidden: false,
        title: result.queryTitle,
        description: result.description,
        sqlQuery: result.sqlQuery,
        modelVersion: expect.stringMatching(/^[0-9a-f]{16}$/),
        timezone: zone,
        dates: [
          {
            member: 'sales.created_at',
            from: '2026-05-01T00:00:00.000',
            to: '2026-06-01T00:00:00.000',
            isExact: true,
          },
        ],
        policies: [{ kind: 'policy', of: ['sales'], groups: ['*'], roles: [], rowFilters: [], text: null }],
        masked: [],
        totalRows: 3,
        shownRows: 3,
        completeness: 'all',
        lastRefreshTime: '2026-05-20T00:00:00.000Z',
        isCached: false,
        engineMs: null,
        dataSource: null,
        generatedSql: null,
      },
    ]);
    const again = await chat.ask({ input: 'orders by city in May 2026', chatId: chatIdOf(answer) });
    expect(receiptsOf(again).map((one: Free) => one.queries[0].isCached)).toEqual([false, true]);
  });

  it('of answers without a query have none', async () => {
    const [first] = receiptsOf(await chat.ask({ input: 'what can I ask?' }));
    expect(first).toMatchObject({ question: 'what can I ask?', queries: [] });
  });

  it('name the policies of the user, without what their authors wrote', async () => {
    await setCity('ann', 'Oslo');
    const answer = await chat.ask(
      { input: 'orders in May 2026', sessionSettings: { internalId: 'ann' } },
      { authorization: keys.ann },
    );
    expect(resultsOf(answer)[0].data).toEqual([[String(inMay(250, 'Oslo'))]]);
    const [{ queries }] = receiptsOf(answer);
    expect(queries[0].policies).toEqual([
      { kind: 'policy', of: ['sales'], groups: ['*'], roles: [], rowFilters: ['sales.city'], text: null },
    ]);
    const told = await receipt({ uuid: uuidOf(answer), sessionSettings: { internalId: 'ann' } }, keys.ann);
    expect(told.body).toEqual({ receipt: receiptsOf(answer)[0], rerun: null });
    for (const text of [JSON.stringify(receiptsOf(answer)), told.text]) {
      expect(text).not.toMatch(/read_csv|userAttributes|orders\.yml/);
    }
    const settings = { externalId: 'payer', groups: ['Payroll'] };
    const [payer] = receiptsOf(await chat.ask({ input: 'orders', sessionSettings: settings }));
    expect(payer.queries[0].policies).toMatchObject([{ groups: ['Payroll'], rowFilters: [] }]);
  });

  it('show SQL and policies to those who may read the model, and to nobody whom they ask for', async () => {
    await setCity('dev', 'Rome');
    const own = { sessionSettings: { internalId: 'dev' } };
    const answer = await chat.ask({ input: 'orders', ...own }, { authorization: keys.dev });
    const { body } = await receipt({ uuid: uuidOf(answer), ...own }, keys.dev);
    const [query] = body.receipt.queries;
    expect(query.dataSource).toBe('default');
    expect(query.engineMs).toBeGreaterThan(0);
    expect(query.generatedSql.join('\n')).toContain("read_csv('data/orders.csv')");
    expect(query.policies[0].text).toMatch(/^orders\.yml:\d+; groups \*; if \{ userAttributes\.city \}; rows where /);
    expect(query.policies[0].text).not.toContain('Rome');
    expect(JSON.stringify(receiptsOf(answer))).not.toContain('read_csv');
    // The key of an admin asks as a viewer of embedded content, and as one of the account.
    await setCity('bob', 'Rome');
    for (const sessionSettings of [user, { internalId: 'bob' }]) {
      const asked = await chat.ask({ input: 'orders', sessionSettings });
      const told = await receipt({ uuid: uuidOf(asked), sessionSettings });
      expect([told.status, told.text]).toEqual([200, expect.not.stringContaining('read_csv')]);
    }
  });

  it('are of the own chats of a user', async () => {
    const uuid = uuidOf(await chat.ask({ input: 'orders' }));
    expect((await receipt({ uuid })).status).toBe(200);
    expect((await receipt({ uuid, sessionSettings: { externalId: 'u2' } })).status).toBe(403);
    expect((await receipt({ uuid, rerun: true, sessionSettings: { internalId: 'ann' } })).status).toBe(403);
    expect((await receipt({ uuid: crypto.randomUUID() })).status).toBe(404);
    expect((await receipt({ uuid: '\0' })).status).toBe(400);
    expect((await receipt({ uuid: '' })).status).toBe(400);
    expect((await receipt({ uuid, sessionSettings: undefined })).status).toBe(400);
    expect((await receipt({ uuid }, 'Api-Key nobody')).status).toBe(401);
    expect((await chat.platform('POST', path.replace('auto', '999'), { uuid, sessionSettings: user })).status).toBe(
      404,
    );
  });

  it('of a shared chat are read with the rights of the reader', async () => {
    await setCity('ann', 'Oslo');
    await setCity('bob', null);
    const answer = await chat.ask(
      { input: 'orders by city', sessionSettings: { internalId: 'ann' } },
      { authorization: keys.ann },
    );
    const chatId = chatIdOf(answer);
    const list = (who: keyof typeof keys) =>
      chat.platform('GET', `/chat/threads/${chatId}/receipts`, undefined, keys[who]);
    expect((await list('bob')).status).toBe(404);
    await chat.platform('PUT', `/chat/threads/${chatId}/shares`, { userId: ids.bob, mayRead: true }, keys.ann);
    expect((await list('ann')).body.items).toEqual(receiptsOf(answer));
    const [hidden] = (await list('bob')).body.items;
    expect(hidden.queries).toMatchObject([{ isHidden: true, sqlQuery: null, title: null, totalRows: null, dates: [] }]);
    await setCity('bob', 'Rome');
    const [seen] = (await list('bob')).body.items;
    const sqlQuery = resultsOf(answer)[0].sqlQuery;
    expect(seen.queries).toMatchObject([{ isHidden: false, sqlQuery, policies: null, masked: null, totalRows: 1 }]);
    const records = await chat.platform('GET', `/chat/threads/${chatId}/records`, undefined, keys.bob);
    expect(linesIn(records.text).at(-1)).toMatchObject({ id: '__state__', state: { messages: expect.any(Array) } });
    expect(linesIn(records.text).at(-1)?.state).not.toHaveProperty('receipts');
    const own = await chat.platform('GET', `/chat/threads/${chatId}/records`, undefined, keys.ann);
    expect(linesIn(own.text).at(-1)?.state).toMatchObject({ receipts: receiptsOf(answer) });
    const [whole] = (await chat.platform('GET', `/chat/threads/${chatId}/receipts`)).body.items;
    expect(whole.queries[0].policies[0].text).toContain('orders.yml');
    const page = await chat.platform('GET', `/chat/threads/${chatId}/receipts?first=1&after=x`, undefined, keys.ann);
    expect(page.status).toBe(400);
  });

  it('say that nothing has changed', async () => {
    const uuid = uuidOf(await chat.ask({ input: 'orders by city in May 2026' }));
    expect(await rerun(uuid)).toMatchObject({
      outcome: 'answered',
      error: null,
      data: { changed: false, isSame: true, columns: [], totalRows: { before: 3, now: 3 } },
      model: { changed: false, definitions: [] },
      permissions: { changed: false, differences: [] },
      dates: { changed: false },
    });
  });

  it('say that the data has changed', async () => {
    const answer = await chat.ask({ input: 'orders by city in May 2026' });
    await putOrders(240);
    const { data, model: models, permissions } = await rerun(uuidOf(answer));
    expect(data).toMatchObject({ changed: true, isSame: false, columns: [resultsOf(answer)[0].schema[1].name] });
    expect([models.changed, permissions.changed]).toEqual([false, false]);
    await putOrders(250);
    expect((await rerun(uuidOf(answer))).data).toMatchObject({ changed: false, isSame: true });
  });

  it('say that the model has changed, and what of it', async () => {
    const answer = await chat.ask({ input: 'net sales in May 2026' });
    const text = await readFile(model(), 'utf8');
    const { version } = (await rerun(uuidOf(answer))).model;
    expect(version.now).toBe(version.before);
    await writeFile(model(), text.replace('sql: amount\n        type: sum', 'sql: amount * 2\n        type: sum'));
    await eventually(async () => {
      const { data, model: models } = await rerun(uuidOf(answer));
      expect(models).toMatchObject({ changed: true, definitions: ['sales'], version: { before: version.before } });
      expect(models.version.now).not.toBe(version.before);
      expect(data).toMatchObject({ changed: null, isSame: false });
    });
    await writeFile(model(), text.replaceAll('net_sales', 'turnover'));
    await eventually(async () => {
      const gone = await rerun(uuidOf(answer));
      expect(gone).toMatchObject({ outcome: 'refused', error: expect.stringContaining('net_sales') });
      expect(gone.model).toMatchObject({ changed: true, definitions: ['sales', 'sales.net_sales'] });
      expect(gone.data).toMatchObject({ changed: null, isSame: null, totalRows: { before: 1, now: null } });
    });
    await writeFile(model(), text);
    await eventually(async () => expect((await rerun(uuidOf(answer))).data.isSame).toBe(true));
  });

  it('say that the permissions have changed, and which', async () => {
    const settings = (city: string | null) => ({
      externalId: 'moving',
      userAttributes: [{ name: 'city', value: city }],
    });
    const answer = await chat.ask({ input: 'orders by city', sessionSettings: settings('Oslo') });
    const uuid = uuidOf(answer);
    await chat.ask({ input: 'orders', sessionSettings: settings('Rome') });
    const moved = await rerun(uuid, { externalId: 'moving' });
    expect(moved.permissions).toEqual({
      changed: true,
      differences: [{ change: 'other-values', of: 'sales', name: 'sales.city' }],
    });
    expect([moved.data.isSame, moved.data.changed, moved.model.changed]).toEqual([false, null, false]);
    expect(JSON.stringify(moved)).not.toMatch(/Oslo"|Rome/);
    await chat.ask({ input: 'orders', sessionSettings: { ...settings('Oslo'), groups: ['Payroll'] } });
    const { differences } = (await rerun(uuid, { externalId: 'moving' })).permissions;
    expect(differences).toEqual([{ change: 'applies', of: 'sales', name: 'Payroll' }]);
    await chat.ask({ input: 'orders', sessionSettings: { ...settings(null), groups: [] } });
    const refused = await rerun(uuid, { externalId: 'moving' });
    expect(refused.outcome).toBe('refused');
    expect(refused.permissions.differences).toContainEqual({ change: 'applies-no-longer', of: 'sales', name: '*' });
    expect(refused.permissions.differences).toContainEqual({ change: 'hidden', of: 'sales', name: 'sales.count' });
    expect(refused.model.changed).toBe(false);
  });

  it('of a branch tell its name, and ask again on it', async () => {
    const answer = await chat.ask({ input: 'orders by city', activeBranchName: 'next' });
    expect(receiptsOf(answer)[0].branch).toBe('next');
    expect((await rerun(uuidOf(answer))).data.isSame).toBe(true);
  });

  it('go with their chat', async () => {
    const answer = await chat.ask({ input: 'orders' });
    const chatId = chatIdOf(answer);
    await chat.platform('DELETE', `/chat/threads/${chatId}`);
    expect((await receipt({ uuid: uuidOf(answer) })).status).toBe(404);
  });
});

describe.each(storyKinds)('receipts of answers of a model, on %s', (kind) => {
  let chat: ChatServer;
  let scripted: ScriptedModel;
  let project: string;

  beforeAll(async () => {
    scripted = await ScriptedModel.open();
    project = await projectWith(scripted.server);
    const settings = JSON.parse(await readFile(join(project, 'orrery.yml'), 'utf8'));
    await writeFile(join(project, 'orrery.yml'), JSON.stringify({ ...settings, query: { max_limit: 240 } }));
    chat = await ChatServer.open(kind, { project, environment: { SCRIPTED_KEY: 'sk-none-needed' } });
  });

  afterAll(async () => {
    await chat[Symbol.asyncDispose]();
    await scripted[Symbol.asyncDispose]();
    await removeProject(project);
  });

  it('have each query that had a result, with its completeness, and the tokens', async () => {
    const queries = [
      'SELECT MEASURE(nothing) AS n FROM sales',
      "SELECT code, MEASURE(count) AS n FROM sales WHERE region = 'North' GROUP BY 1 ORDER BY 1",
      'SELECT code, MEASURE(count) AS n FROM sales GROUP BY 1',
      "SELECT MEASURE(count) AS n FROM sales WHERE created_at >= '2026-05-01' AND created_at <= '2026-05-02'",
    ];
    scripted.script = (_, results) => {
      const sql = queries[results];
      return sql === undefined ? { text: 'There are many orders.' } : querying(sql);
    };
    const answer = await chat.ask({ input: 'which orders are there?' });
    const [{ model, tokens, queries: told }] = receiptsOf(answer);
    expect(model).toBe('scripted');
    expect(tokens.input).toBeGreaterThan(0);
    expect(tokens.output).toBeGreaterThan(0);
    expect(told.map((one: Free) => [one.sqlQuery, one.completeness, one.totalRows, one.shownRows])).toEqual([
      [queries[1], 'first', 125, 100],
      [queries[2], 'maximum', 240, 100],
      [queries[3], 'all', 1, 1],
    ]);
    expect(told[2].dates).toEqual([
      { member: 'sales.created_at', from: '2026-05-01T00:00:00.000', to: null, isExact: false },
    ]);
  });
});
