import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../eventually.ts';
import { migratedPlace, type StorePlace } from '../servers/store-place.ts';
import { type Line, linesIn, linesOf, user } from './chat-service.ts';
import { projectWith, removeProject, ScriptedModel } from './scripted-model.ts';

const path = '/api/v1/public/default/agents/auto/chat';
/** More are tried by `PROVE_KILLS=200 npx vitest run tests/chat/nodes.test.ts`. */
const kills = Number(process.env['PROVE_KILLS'] ?? 2);

interface Node {
  readonly origin: string;
  readonly key: string;
  /** Moves its clock by which it takes other nodes for dead. */
  pass(ms: number): void;
  kill(): Promise<void>;
}

let model: ScriptedModel;
let project: string;
let root: string;

beforeAll(async () => {
  model = await ScriptedModel.open();
  project = await projectWith(model.server);
  root = await mkdtemp(join(tmpdir(), 'orrery-nodes-'));
});

afterAll(async () => {
  await model[Symbol.asyncDispose]();
  await removeProject(project);
  await rm(root, { recursive: true, force: true });
});

beforeEach(() => {
  model.script = () => ({ text: 'words that come and go '.repeat(8), pauseMs: 50 });
});

async function start(data: string, environment: Readonly<Record<string, string>>): Promise<Node> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'serve-node.ts'), project, join(root, data)], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, SCRIPTED_KEY: 'sk-none-needed', ...environment },
  });
  process.once('exit', () => child.kill('SIGKILL'));
  let text = '';
  for await (const piece of child.stdout.setEncoding('utf8')) {
    text += piece;
    if (text.includes('\n')) break;
  }
  return {
    ...(JSON.parse(text) as Pick<Node, 'origin' | 'key'>), // as the process prints it
    pass: (ms) => void child.stdin.write(`${ms}\n`),
    kill: async () => {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGKILL');
        await once(child, 'close');
      }
    },
  };
}

function send({ origin, key }: Node, body: object, route = 'stream-chat-state'): Promise<Response> {
  return fetch(`${origin}${path}/${route}`, {
    method: 'POST',
    headers: { authorization: `Api-Key ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ sessionSettings: { ...user, isEphemeral: false }, ...body }),
  });
}

const read = async (node: Node, chatId: string): Promise<readonly Line[]> =>
  linesIn(await (await send(node, { chatId })).text());

const contentOf = (lines: readonly Line[]): string =>
  lines.findLast(({ content, role, isDelta }) => role === 'assistant' && isDelta === false && content !== undefined)
    ?.content ?? '';

/** Asks, and reads until so many pieces of the answer have come. */
async function askUntil(node: Node, body: object, pieces: number) {
  const lines = linesOf(await send(node, body));
  const seen: Line[] = [];
  while (seen.filter(({ isDelta }) => isDelta).length < pieces) {
    const { value } = await lines.next();
    if (!value) break;
    seen.push(value);
  }
  return { seen, lines, chatId: seen[0]?.state?.chatId ?? '' };
}

it(
  'a chat survives the node: what was told is there, and the same message runs again',
  async () => {
    let node = await start('sqlite', {});
    let messages = 1_781_000_000_000;
    const chats: string[] = [];
    try {
      for (let kill = 0; kill < kills; kill += 1) {
        const messageId = `${(messages += 1)}-message`;
        const { seen, chatId, lines } = await askUntil(node, { input: 'tell me', messageId }, 1 + ((kill * 7) % 20));
        lines.return(undefined).catch(() => undefined);
        await node.kill();
        node = await start('sqlite', {});
        await eventually(async () => expect((await read(node, chatId))[0]?.state?.isStreaming).toBe(false));
        const after = await read(node, chatId);
        for (const record of seen.filter(({ isDelta }) => isDelta === false)) expect(after).toContainEqual(record);
        expect(after.filter(({ role }) => role === 'user')).toHaveLength(1);
        const again = linesIn(await (await send(node, { input: 'tell me', messageId })).text());
        expect(again[0]?.state?.chatId).toBe(chatId);
        expect(contentOf(again)).toBe('words that come and go '.repeat(8).trim());
        const whole = await read(node, chatId);
        expect(whole.filter(({ role }) => role === 'user')).toHaveLength(1);
        const sorts = whole.flatMap(({ sort }) => sort ?? []);
        expect(sorts).toEqual(sorts.toSorted((one, other) => one - other));
        chats.push(chatId);
      }
      expect(new Set(chats).size).toBe(kills);
    } finally {
      await node.kill();
    }
  },
  600_000 + kills * 20_000,
);

describe('two nodes on PostgreSQL', () => {
  let place: StorePlace;
  let one: Node;
  let other: Node;

  beforeAll(async () => {
    place = await migratedPlace('postgres');
    const environment = { ...place.environment } as Readonly<Record<string, string>>;
    one = await start('one', environment);
    other = await start('other', environment);
  });

  afterAll(async () => {
    await one?.kill();
    await other?.kill();
    await place?.remove();
  });

  /** A busy machine takes a while to ask another node. */
  const atLength = (isOver = () => false) => {
    model.script = () => ({ text: 'words that come and go '.repeat(1_000), pauseMs: 50, isOver });
  };

  it('tell the same records with the same numbers, to whom asks in the middle of an answer too', async () => {
    let isOver = false;
    atLength(() => isOver);
    const messageId = '1781000000555-message';
    const { seen, lines, chatId } = await askUntil(one, { input: 'tell me', messageId }, 3);
    const { seen: joined, lines: following } = await askUntil(other, { input: 'tell me', messageId }, 4);
    isOver = true;
    for await (const line of following) joined.push(line);
    for await (const line of lines) seen.push(line);
    expect(joined[0]?.state?.isStreaming).toBe(true);
    const live = joined.filter(({ isDelta }) => isDelta);
    expect(live.length).toBeGreaterThan(3);
    for (const record of live) expect(seen).toContainEqual(record);
    expect(joined.at(-1)).toEqual(seen.at(-1));
    expect(await read(one, chatId)).toEqual(await read(other, chatId));
  });

  it('stop each other’s runs', async () => {
    atLength();
    const { lines, chatId } = await askUntil(one, { input: 'tell me' }, 3);
    const begun = performance.now();
    expect((await send(other, { chatId }, 'abort')).status).toBe(204);
    let last: Line | undefined;
    for await (const line of lines) last = line;
    expect(performance.now() - begun).toBeLessThan(20_000); // its model would speak for minutes
    expect(last).toMatchObject({ id: '__state__', state: { aborted: true } });
  });

  it('end the runs of one that died', async () => {
    atLength();
    const { seen, chatId } = await askUntil(one, { input: 'tell me' }, 3);
    await askUntil(other, { chatId }, 3); // so much is in the store
    await one.kill();
    const following = send(other, { chatId }).then((answer) => answer.text());
    // It has to see for thirty seconds that the other does not beat.
    const passing = setInterval(() => other.pass(6_000), 1_000);
    const rest = linesIn(await following.finally(() => clearInterval(passing)));
    expect(rest.at(-2)?.error).toContain('interrupted');
    for (const record of seen.filter(({ isDelta }) => isDelta === false)) expect(rest).toContainEqual(record);
    const after = await read(other, chatId);
    expect(after[0]?.state?.isStreaming).toBe(false);
    expect(contentOf(after)).toMatch(/^words that/);
    expect((await send(other, { chatId, input: 'go on' })).status).toBe(200);
  });
});
