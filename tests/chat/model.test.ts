import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../eventually.ts';
import { storeKinds } from '../servers/store-place.ts';
import { ChatServer, chatIdOf, finalOf, type Line, linesOf, resultsOf, toolsOf, user } from './chat-service.ts';
import { projectWith, querying, removeProject, ScriptedModel } from './scripted-model.ts';

const perCity = 'SELECT city, MEASURE(count) AS orders FROM sales GROUP BY 1 ORDER BY 2 DESC LIMIT 1';

const files = {
  'rules/zebra.md': '---\ntype: always\n---\nAnswer with the word Zebra.',
  'rules/refunds.md': '---\ntype: agent_requested\ndescription: Questions about refunds\n---\nRefunds count when paid.',
  'certified_queries/best.md': `---\nuser_request: Which city is the best one?\n---\n${perCity}`,
  'certified_queries/old.md': '---\nuser_request: Which city was it before?\n---\nSELECT MEASURE(gone) FROM sales',
  'skills/weekly-report.md': '---\ntitle: Weekly report\ndescription: The week\n---\nList the orders of the week.',
};

/** The numbers are those of the acceptance cases of chats. */
describe.each(storeKinds)('a chat with a model, on %s', (kind) => {
  let chat: ChatServer;
  let model: ScriptedModel;
  let project: string;

  beforeAll(async () => {
    model = await ScriptedModel.open();
    project = await projectWith(model.server, files);
    chat = await ChatServer.open(kind, { project, environment: { SCRIPTED_KEY: 'sk-none-needed' } });
  });

  beforeEach(() => {
    model.script = (_, results) => (results === 0 ? querying(perCity) : { text: 'Oslo leads with 84 orders. Zebra.' });
  });

  afterAll(async () => {
    await chat[Symbol.asyncDispose]();
    await model[Symbol.asyncDispose]();
    await removeProject(project);
  });

  it('7, 11, 38: streams its words, and its thoughts in development mode', async () => {
    model.script = (_, results) =>
      results === 0 ? querying(perCity) : { thinking: 'Hm.', text: 'Oslo leads with 84 orders.', pauseMs: 100 };
    const answer = await chat.send({ input: 'orders by city', sessionSettings: user, isDevMode: true });
    const lines: (Line & { readonly at: number })[] = [];
    for await (const line of linesOf(answer)) lines.push({ ...line, at: performance.now() });
    const words = lines.filter(({ isDelta, content }) => isDelta === true && content !== '');
    expect((lines.at(-1)?.at ?? 0) - (words[0]?.at ?? 0)).toBeGreaterThan(200);
    expect(words.map(({ content }) => content).join('')).toMatch(/^Oslo leads with 84 orders\./);
    expect(lines.map(({ thinking = '' }) => thinking).join('')).toContain('Hm.');
    const silent = await chat.ask({ input: 'orders by city' });
    expect(silent.lines.filter(({ thinking = '' }) => thinking !== '')).toEqual([]);
    expect(finalOf(silent)).toMatch(/^Oslo leads with 84 orders\./);
    // The analyst reads the question as one about all cities, and says so.
    expect(finalOf(silent)).toContain('Another reading');
  });

  it('35: tells the model of a failed tool, and goes on', async () => {
    model.script = (_, results) =>
      [querying('SELECT MEASURE(nothing) FROM sales'), { call: { name: 'noSuchTool', input: {} } }, querying(perCity)][
        results
      ] ?? { text: 'Oslo leads.' };
    const answer = await chat.ask({ input: 'orders by city' });
    const errors = toolsOf(answer).flatMap(({ result = '{}' }) => JSON.parse(result).error ?? []);
    expect(errors).toHaveLength(2);
    for (const error of errors) expect(error).toMatch(/^Error: \w+Error: /);
    expect(finalOf(answer)).toMatch(/^Oslo leads\./);
  });

  it('36: says that the provider fails, and takes the next message', async () => {
    model.script = () => ({ fails: 400 });
    const failed = await chat.ask({ input: 'orders by city' });
    expect(failed.lines.filter(({ error }) => error !== undefined)).toHaveLength(1);
    expect(failed.lines.at(-2)?.error).toMatch(/^LlmError: /);
    expect(failed.lines.at(-1)?.id).toBe('__state__');
    expect(failed.text).not.toContain('none-needed');
    model.script = () => ({ text: 'Fine.' });
    expect(finalOf(await chat.ask({ chatId: chatIdOf(failed), input: 'and now' }))).toBe('Fine.');
  });

  it('40, 42: reads its rules, and the skill that is called', async () => {
    let prompt = '';
    model.script = (read) => {
      prompt = read;
      return { text: 'Zebra.' };
    };
    await chat.ask({ input: 'orders by city' });
    expect(prompt).toContain('Answer with the word Zebra');
    expect(prompt).not.toContain('Refunds count when paid');
    expect(prompt).not.toContain('List the orders of the week');
    await chat.ask({ input: '/weekly-report for EMEA' });
    expect(prompt).toContain('List the orders of the week');
    expect(prompt).toContain('for EMEA');
  });

  it('41: is told of certified queries that the model of the data still answers', async () => {
    let prompt = '';
    model.script = (read, results) => {
      prompt = read;
      return results === 0 ? querying(perCity) : { text: 'Oslo.' };
    };
    const answer = await chat.ask({ input: 'Which city is the best one?' });
    expect(prompt).toContain('Which city is the best one?');
    expect(prompt).not.toContain('MEASURE(gone)');
    expect(resultsOf(answer)[0].data).toEqual([['Oslo', '84']]);
  });

  it('withholds a number that no result has', async () => {
    model.script = (_, results) => (results === 0 ? querying(perCity) : { text: 'Oslo leads with 4711 orders.' });
    const answer = await chat.ask({ input: 'orders by city' });
    expect(finalOf(answer)).toMatch(/4711/);
    expect(finalOf(answer)).toContain('could not confirm');
  });

  it('25: stops asking the model when it is aborted', async () => {
    model.script = () => ({ text: 'word '.repeat(1_000), pauseMs: 50 });
    const answer = await chat.send({ input: 'orders', sessionSettings: user });
    const lines = linesOf(answer);
    const seen: Line[] = [];
    while (!seen.at(-1)?.content?.includes('word')) seen.push((await lines.next()).value as Line); // it streams words
    const chatId = seen[0]?.state?.chatId ?? '';
    const socket = model.server.asked.at(-1)?.socket;
    expect((await chat.abort({ chatId, sessionSettings: user })).status).toBe(204);
    for await (const line of lines) seen.push(line);
    expect(seen.at(-1)).toMatchObject({ id: '__state__', state: { aborted: true } });
    const main = seen.findLast(({ isDelta, content }) => isDelta === false && content !== undefined);
    const pieces = seen.filter(({ isDelta }) => isDelta).map(({ content }) => content);
    expect(main).toMatchObject({ content: pieces.join(''), isInProcess: false });
    await eventually(async () => expect(socket?.destroyed).toBe(true));
  });

  it('21: is joined in the middle of an answer', async () => {
    model.script = () => ({ text: 'words that come and go and come and go again', pauseMs: 120 });
    const messageId = '1781000000777-message';
    const body = { input: 'count', messageId, sessionSettings: user };
    const first = await chat.send(body);
    const lines = linesOf(first);
    for (let n = 0; n < 5; n += 1) await lines.next();
    const joined = await chat.ask(body);
    const own: Line[] = [];
    for await (const line of lines) own.push(line);
    expect(joined.lines[0]?.state?.isStreaming).toBe(true);
    const soFar = joined.lines.find(({ isDelta, isInProcess }) => isDelta === false && isInProcess === true);
    expect(soFar?.content).toMatch(/^words/);
    const live = joined.lines.filter(({ isDelta }) => isDelta).map(({ content }) => content);
    expect(`${soFar?.content}${live.join('')}`).toBe(finalOf(joined));
    expect(joined.lines.slice(-3)).toEqual(own.slice(-3));
  });
});
