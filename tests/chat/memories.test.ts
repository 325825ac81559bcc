import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storyKinds } from '../servers/store-place.ts';
import { ChatServer, finalOf, resultsOf } from './chat-service.ts';
import { projectWith, querying, removeProject, type Script, ScriptedModel } from './scripted-model.ts';

const by = { via: 'command' } as const;

const config = `spaces: [{ name: auto }, { name: web }]
agents:
  - { name: Shared, space: auto, llm: analyst }
  - { name: Own, space: auto, llm: analyst, memory_mode: user }
  - { name: Silent, space: auto, llm: analyst, memory_mode: disabled }
  - { name: Web, space: web, llm: analyst }
  - { name: Model, space: auto, llm: { byom: { name: scripted } } }
`;
const perCity = 'SELECT city, MEASURE(count) AS orders FROM sales GROUP BY 1 ORDER BY 2 DESC LIMIT 1';

/** The numbers are those of the acceptance cases of chats and of the attacks. */
describe.each(storyKinds)('memories of chats, on %s', (kind) => {
  let chat: ChatServer;
  let model: ScriptedModel;
  let project: string;
  let agents: ReadonlyMap<string, number>;
  const keys = { ann: '', bob: '', payroll: '' };

  beforeAll(async () => {
    model = await ScriptedModel.open();
    project = await projectWith(model.server, { 'config.yml': config });
    chat = await ChatServer.open(kind, { project, environment: { SCRIPTED_KEY: 'sk-none-needed' } });
    const { changes, users, groups, attributes, accountId } = chat.metadata;
    await changes.changeRights({ accountId, by }, async (change) => {
      const { id } = await groups.create(change, { name: 'Payroll' });
      await attributes.create(change, { name: 'city', type: 'string', defaultValue: 'Oslo' });
      await users.create(change, { username: 'ann', givenName: 'Ann', role: 'viewer' });
      await users.create(change, { username: 'bob', role: 'viewer' });
      await users.create(change, { username: 'payroll', role: 'viewer', groups: [id] });
    });
    for (const name of ['ann', 'bob', 'payroll'] as const) {
      keys[name] = await chat.service.keyOf(await users.find(accountId, name));
    }
    const { items } = (await chat.platform('GET', '/deployments/1/agents')).body;
    agents = new Map(items.map(({ name, id }: { name: string; id: number }) => [name, id]));
  });

  afterAll(async () => {
    await chat[Symbol.asyncDispose]();
    await model[Symbol.asyncDispose]();
    await removeProject(project);
  });

  const pathOf = (agent: string, account = 'default') =>
    `/api/v1/public/${account}/agents/${agents.get(agent)}/chat/stream-chat-state`;
  const ask = (agent: string, externalId: string, input: string) =>
    chat.ask({ input, sessionSettings: { externalId, securityContext: { all: true } } }, { path: pathOf(agent) });
  const askAs = (agent: string, internalId: string, input: string) =>
    chat.ask({ input, sessionSettings: { internalId } }, { path: pathOf(agent) });
  const list = async (key = chat.service.key, query = '') => {
    const { status, body } = await chat.platform('GET', `/deployments/1/memories${query}`, undefined, `Bearer ${key}`);
    expect(status).toBe(200);
    return body.items;
  };
  const texts = async (key?: string, query?: string) =>
    (await list(key, query)).map(({ text }: { readonly text: string }) => text);
  const remove = async (id: number, authorization?: string) =>
    (await chat.platform('DELETE', `/deployments/1/memories/${id}`, undefined, authorization)).status;

  it('44: of a space are used for other users of it, and those of a user for nobody else', async () => {
    expect(finalOf(await ask('Shared', 'u1', 'By turnover I mean net sales'))).toMatch(
      /^I will remember: by \*turnover\* you mean \*net sales\*\./,
    );
    expect(resultsOf(await ask('Shared', 'u1', 'By turnover I mean net sales'))).toEqual([]);
    const shared = await ask('Shared', 'u2', 'turnover by region');
    expect(resultsOf(shared)).toHaveLength(1);
    expect(finalOf(shared)).toContain('"turnover" means "net sales", as u1 told me.');
    for (const agent of ['Own', 'Silent', 'Web']) {
      expect([agent, resultsOf(await ask(agent, 'u2', 'turnover by region'))]).toEqual([agent, []]);
    }
    await ask('Own', 'u1', 'Proceeds means net sales');
    expect(finalOf(await ask('Own', 'u1', 'proceeds by region'))).toContain('as you told me.');
    expect(resultsOf(await ask('Own', 'u2', 'proceeds by region'))).toEqual([]);
    expect(resultsOf(await ask('Shared', 'u2', 'proceeds by region'))).toEqual([]);
    expect(finalOf(await ask('Silent', 'u1', 'Takings means net sales'))).toMatch(/^I cannot remember this/);
  });

  it('44: are unknown in another account', async () => {
    const { accounts } = chat.metadata;
    const { key } = await accounts.create('another');
    const options = { path: pathOf('Shared'), authorization: `Api-Key ${key}` };
    const foreign = await chat.ask({ input: 'turnover', sessionSettings: { externalId: 'u1' } }, options);
    expect(foreign.status).toBe(404);
    const listed = await chat.platform('GET', '/deployments/1/memories', undefined, `Bearer ${key}`);
    expect(listed.status).toBe(404);
    const [first] = await list();
    expect(await remove(first.id, `Bearer ${key}`)).toBe(404);
  });

  it('are told in a prompt with their author, and never instead of a query', async () => {
    await ask('Shared', 'u1', 'Remember that the harbour closes at noon');
    const prompts: string[] = [];
    model.script = (prompt, results) => {
      prompts.push(prompt);
      return results === 0 ? querying(perCity) : { text: 'Oslo leads with 84 orders.' };
    };
    const answer = await ask('Model', 'u2', 'turnover by city');
    expect(prompts[0]).toContain('the harbour closes at noon');
    expect(finalOf(answer)).toContain('**Remembered:** *turnover* means *net sales*, as u1 told me.');
    prompts.length = 0;
    await askAs('Model', 'bob', 'turnover by city'); // users of the account share nothing with those of programs
    expect(prompts[0]).not.toContain('harbour');
  });

  it('48: of a user who sees more are left out for others, in answers and in lists', async () => {
    await askAs('Shared', 'payroll', 'Remember that salary is paid in May');
    await askAs('Shared', 'payroll', 'Remember that sales are best in May');
    const prompts: string[] = [];
    const noting: Script = (prompt) => (prompts.push(prompt), { text: 'Nothing.' });
    model.script = noting;
    await askAs('Model', 'payroll', 'What do you know?');
    expect(prompts[0]).toContain('salary is paid in May');
    prompts.length = 0;
    await askAs('Model', 'bob', 'What do you know?');
    expect(prompts[0]).toContain('sales are best in May');
    expect(prompts[0]).not.toContain('salary is paid in May');
    expect(await texts(keys.bob)).toEqual(['sales are best in May']);
    expect(await texts(keys.payroll)).toEqual(['sales are best in May', 'salary is paid in May']);
  });

  it('are listed for admins and their authors, who delete them', async () => {
    await askAs('Own', 'ann', 'Remember that I like bars');
    await askAs('Web', 'ann', 'Remember that visits are anonymous');
    expect(await list(keys.ann)).toMatchObject([
      { kind: 'fact', text: 'visits are anonymous', space: 'web', isShared: true, isOwn: true, userName: 'Ann' },
      { text: 'I like bars', space: 'auto', isShared: false, isOwn: true, term: null, lastUsedAt: null },
      { text: 'sales are best in May', isOwn: false, userName: 'payroll', chatId: null },
    ]);
    expect(await texts(undefined, '?space=web')).toEqual(['visits are anonymous']);
    const all = await list();
    expect(all.map(({ text }: { text: string }) => text)).toEqual(
      expect.arrayContaining(['I like bars', 'salary is paid in May', 'net sales', 'the harbour closes at noon']),
    );
    const u1 = all.find(({ term }: { term: string | null }) => term === 'turnover');
    expect(u1).toMatchObject({ kind: 'meaning', userName: 'u1', isShared: true, isOwn: false });
    expect(u1.chatId).not.toBeNull();
    expect(u1.lastUsedAt).not.toBeNull();
    expect(await texts(undefined, `?userId=${u1.userId}`)).toEqual([
      'the harbour closes at noon',
      'net sales',
      'net sales',
    ]);
    const [visits, bars] = await list(keys.ann);
    expect(await remove(visits.id, `Bearer ${keys.bob}`)).toBe(403);
    expect(await remove(bars.id, `Bearer ${keys.bob}`)).toBe(404);
    expect(await remove(visits.id, `Bearer ${keys.ann}`)).toBe(204);
    expect(await remove(bars.id)).toBe(204);
    expect(await remove(u1.id)).toBe(204);
    expect(resultsOf(await ask('Shared', 'u2', 'turnover by region'))).toEqual([]);
  });

  it('are listed page by page', async () => {
    const first = await chat.platform('GET', '/deployments/1/memories?first=1');
    const { items, pageInfo } = first.body;
    expect([items.length, pageInfo.hasNextPage]).toEqual([1, true]);
    const rest = (await list(undefined, `?first=1000&after=${pageInfo.endCursor}`)) as readonly { id: number }[];
    expect([items[0], ...rest]).toEqual(await list());
  });

  it('of viewers of embedded content are theirs to list and to delete, and stay in their tenant', async () => {
    const viewer = async (externalId: string, embedTenantName: string) => {
      const given = { deploymentId: 1, externalId, embedTenantName, securityContext: { all: true } };
      const { sessionId } = (await chat.platform('POST', '/embed/generate-session', given)).body;
      const { token } = (await chat.platform('POST', '/embed/session/token', { sessionId })).body;
      return `Embed-Token ${token}`;
    };
    const [one, two, other] = [
      await viewer('one', 'acme-corp'),
      await viewer('two', 'acme-corp'),
      await viewer('one', 'other-corp'),
    ];
    const say = async (authorization: string, input: string) => {
      const answer = await chat.send({ input }, { authorization, path: pathOf('Shared') });
      return answer.text();
    };
    await say(one, 'By takings I mean net sales');
    expect(await say(two, 'takings by region')).toContain('as one told me');
    expect(await say(other, 'takings by region')).not.toContain('told me');
    const listed = async (authorization: string) =>
      (await chat.platform('GET', '/deployments/1/memories', undefined, authorization)).body.items;
    expect(await listed(one)).toMatchObject([{ term: 'takings', isOwn: true }]);
    expect(await listed(two)).toEqual([]);
    const [{ id }] = await listed(one);
    expect(await remove(id, two)).toBe(404);
    expect(await remove(id, one)).toBe(204);
    expect(await say(two, 'takings by region')).not.toContain('told me');
  });
});
