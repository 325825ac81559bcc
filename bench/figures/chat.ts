import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { serveMetadata } from '../../packages/deployments/src/open-metadata.ts';
import { projectWith, removeProject, ScriptedModel, stampsIn } from '../../tests/chat/scripted-model.ts';
import { type Figure, median, ms, percentile, timeMs } from '../measure.ts';
import { type BenchServer, startServer } from '../server-process.ts';

const streams = 1_000;
/** Streams that begin in a second. */
const beginning = 100;
/** Deltas of one answer, and the time between two of them. */
const [deltas, pauseMs] = [200, 100];
const alone = 40;
const turnsOfThread = 500;

/**
 * Measures conversations on SQLite with a scripted model on a socket of this process: how soon a stream begins, and what
 * many of them at once cost.
 *
 * @param data empty folder of the server
 */
export async function chat(data: string): Promise<readonly Figure[]> {
  await using model = await ScriptedModel.open();
  const project = await projectWith(model.server);
  const key = await takeKey(data);
  const server = await startServer({ project, data, environment: { SCRIPTED_KEY: 'none' } });
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  const ask: Ask = (user, body) => stream(server, agent, key, { sessionSettings: viewer(user), ...body });
  try {
    model.script = () => ({ text: 'Good.' });
    await ask('first', { input: 'hello' });
    const first = await firstRecord(ask);
    const thread = await stateOfThread(ask);
    model.script = () => ({ text: 'word '.repeat(deltas), pauseMs, isStamped: true });
    return [first, thread, ...(await manyStreams(server, ask))];
  } finally {
    agent.destroy();
    await server.stop();
    await removeProject(project);
  }
}

const viewer = (externalId: string) => ({ externalId, securityContext: { all: true } });

interface Streamed {
  readonly firstMs: number;
  /** The end of the answer. */
  readonly text: string;
  /** Whether the stream came to its end. */
  readonly isWhole: boolean;
  /** Milliseconds from a word of the model to its arrival. */
  readonly delays: readonly number[];
}

type Ask = (user: string, body: object) => Promise<Streamed>;

/** @returns the key of an admin */
async function takeKey(dataDirectory: string): Promise<string> {
  const metadata = await serveMetadata({ dataDirectory, account: 'default', mayMigrate: true }, Date);
  const { accountId, accounts, changes, settings } = metadata;
  const key = await accounts.takeFirstKey(accountId);
  await changes.changeRights({ accountId, by: { via: 'command' } }, (change) =>
    settings.update(change, { limits: { externalUsers: 2 * streams } }),
  );
  await metadata.close();
  if (key === undefined) throw new Error('the store had given its key out already');
  return key;
}

async function firstRecord(ask: Ask): Promise<Figure> {
  const samples: number[] = [];
  for (let round = 0; round < alone; round += 1) samples.push((await ask('one', { input: 'hello' })).firstMs);
  return {
    name: 'first record of a question, alone, p50',
    measured: ms(median(samples)),
    baseline: '',
    bound: '50 ms',
    isWithin: median(samples) <= 50,
  };
}

async function stateOfThread(ask: Ask): Promise<Figure> {
  const { text } = await ask('talker', { input: 'hello' });
  const chatId = /"chatId":"([^"]+)"/.exec(text)?.[1];
  if (chatId === undefined) throw new Error('the answer names no chat');
  for (let turn = 1; turn < turnsOfThread; turn += 1) await ask('talker', { chatId, input: 'hello' });
  const samples: number[] = [];
  for (let round = 0; round < 15; round += 1) {
    samples.push(await timeMs(() => ask('talker', { chatId })));
  }
  return {
    name: `state of a thread of ${(2 * turnsOfThread).toLocaleString('en')} messages, p50`,
    measured: ms(median(samples)),
    baseline: '',
    bound: '50 ms',
    isWithin: median(samples) <= 50,
  };
}

async function manyStreams(server: BenchServer, ask: Ask): Promise<readonly Figure[]> {
  await server.forgetStalls();
  let peak = 0;
  const watch = setInterval(() => {
    void server.vitals().then(({ residentBytes }) => {
      peak = Math.max(peak, residentBytes / 2 ** 20);
    });
  }, 1_000);
  const answers: Streamed[] = [];
  const took = await timeMs(() =>
    Promise.all(
      Array.from({ length: streams }, async (_, index) => {
        await pause((index * 1_000) / beginning);
        answers.push(await ask(`of-many-${index}`, { input: 'hello' }));
      }),
    ),
  );
  clearInterval(watch);
  const { longestStallMs } = await server.vitals();
  const good = answers.filter(({ isWhole }) => isWhole);
  const delays = answers.flatMap((answer) => answer.delays);
  const firsts = answers.map(({ firstMs }) => firstMs);
  const about = `${streams.toLocaleString('en')} streams of ${deltas} deltas in ${(deltas * pauseMs) / 1_000} s, ${beginning} begun a second`;
  return [
    {
      name: `${about}, all of them`,
      measured: `${good.length} ended well in ${(took / 1_000).toFixed(1)} s`,
      baseline: '',
      bound: '60 s',
      isWithin: good.length === streams && took <= 60_000,
    },
    {
      name: `first record with ${about}, p99`,
      measured: `${ms(percentile(firsts, 0.99))}, p50 ${ms(median(firsts))}`,
      baseline: '',
      bound: '500 ms',
      isWithin: percentile(firsts, 0.99) <= 500,
    },
    {
      name: `a word of the model until its client has it, with ${about}, p99`,
      measured: `${ms(percentile(delays, 0.99))}, p50 ${ms(median(delays))}`,
      baseline: '',
      bound: '250 ms',
      isWithin: percentile(delays, 0.99) <= 250,
    },
    {
      name: `memory with ${about}`,
      measured: `${peak.toFixed(0)} MB`,
      baseline: '',
      bound: '600 MB',
      isWithin: peak <= 600,
    },
    {
      name: `longest stall of the event loop with ${about}`,
      measured: `${longestStallMs.toFixed(1)} ms`,
      baseline: '',
      bound: '20 ms',
      isWithin: longestStallMs <= 20,
    },
  ];
}

function stream({ port }: BenchServer, agent: Agent, key: string, body: object): Promise<Streamed> {
  const started = performance.now();
  const sent = JSON.stringify(body);
  return new Promise((done, fail) => {
    const asked = request(
      {
        ...{ host: '127.0.0.1', port, agent, method: 'POST' },
        path: '/api/v1/public/default/agents/auto/chat/stream-chat-state',
        headers: {
          authorization: `Api-Key ${key}`,
          'content-type': 'application/json',
          'x-forwarded-proto': 'https',
        },
      },
      (answer) => {
        let firstMs = 0;
        const delays: number[] = [];
        let text = '';
        answer.setEncoding('utf8').on('data', (piece: string) => {
          if (firstMs === 0) firstMs = performance.now() - started;
          if (delays.length < deltas) for (const sentAt of stampsIn(piece)) delays.push(Date.now() - sentAt);
          text = (text + piece).slice(-10_000);
        });
        answer.on('error', fail);
        answer.on('end', () => {
          if (answer.statusCode !== 200) fail(new Error(`a chat answered ${answer.statusCode}: ${text}`));
          else done({ firstMs, text, delays, isWhole: text.includes('"__state__"') });
        });
      },
    );
    asked.on('error', fail);
    asked.end(sent);
  });
}
