import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { projectWith, removeProject, ScriptedModel } from '../../tests/chat/scripted-model.ts';
import { type Figure, median, ms, percentile, timeMs } from '../measure.ts';
import { streamChat, type StreamedChat, takeKey, viewer } from '../chat-stream.ts';
import { type BenchServer, startServer } from '../server-process.ts';

const streams = 1_000;
/** Streams that begin in a second: the last one begins before the first one can have ended. */
const beginning = 50;
/** Deltas of one answer, and the time between two of them. */
const [deltas, pauseMs] = [200, 100];
const alone = 40;
const turnsOfThread = 500;
/** Chats open a second after the start, to look for runs that were interrupted. */
const settledWithinMs = 3_000;

/**
 * Measures conversations on SQLite with a scripted model on a socket of this process: how soon a stream begins, and what
 * many of them at once cost.
 *
 * @param data empty folder of the server
 */
export function chat(data: string): Promise<readonly Figure[]> {
  return withServer(data, async (server, ask, model) => {
    const beginning = await beforeQuestions(server, () => ask('first', { input: 'hello' }));
    const first = await firstRecord(ask);
    const thread = await stateOfThread(ask);
    return [...beginning, first, thread, ...(await manyStreams(server, ask, model))];
  });
}

/** Measures many conversations at once alone. @param data empty folder of the server */
export function streamsOfChats(data: string): Promise<readonly Figure[]> {
  return withServer(data, async (server, ask, model) => {
    await ask('first', { input: 'hello' }); // loads what chats need
    await pause(settledWithinMs);
    return manyStreams(server, ask, model);
  });
}

type Ask = (user: string, body: object) => Promise<StreamedChat>;

async function withServer(
  data: string,
  measure: (server: BenchServer, ask: Ask, model: ScriptedModel) => Promise<readonly Figure[]>,
): Promise<readonly Figure[]> {
  await using model = await ScriptedModel.open();
  model.script = () => ({ text: 'Good.' });
  const project = await projectWith(model.server);
  const key = await takeKey({ dataDirectory: data, account: 'default', mayMigrate: true }, 2 * streams);
  const server = await startServer({ project, data, environment: { SCRIPTED_KEY: 'none' } });
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  const ask: Ask = (user, body) =>
    streamChat(server, { agent, key, most: deltas }, { sessionSettings: viewer(user), ...body });
  try {
    return await measure(server, ask, model);
  } finally {
    agent.destroy();
    await server.stop();
    await removeProject(project);
  }
}

/** What chats cost a server that is asked nothing in them, and what the first question to a model loads. */
async function beforeQuestions(server: BenchServer, ask: () => Promise<unknown>): Promise<readonly Figure[]> {
  const megabytes = async () => (await server.vitals()).residentBytes / 2 ** 20;
  const started = await megabytes();
  await pause(settledWithinMs);
  const open = await megabytes();
  const took = await timeMs(ask);
  await pause(settledWithinMs);
  const asked = await megabytes();
  return [
    {
      name: 'memory that chats add to a server that is asked nothing in them',
      measured: `${(open - started).toFixed(0)} MiB`,
      baseline: `${started.toFixed(0)} MiB`,
      bound: '10 MiB',
      isWithin: open - started <= 10,
    },
    {
      name: 'memory after the first question to a model, which loads its provider',
      measured: `${(asked - open).toFixed(0)} MiB more, after ${ms(took)}`,
      baseline: `${open.toFixed(0)} MiB`,
      bound: '100 MiB',
      isWithin: asked - open <= 100,
    },
  ];
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

async function manyStreams(server: BenchServer, ask: Ask, model: ScriptedModel): Promise<readonly Figure[]> {
  model.script = () => ({ text: 'word '.repeat(deltas), pauseMs, isStamped: true });
  await server.forgetStalls();
  const before = await server.vitals();
  let peak = 0;
  const watch = setInterval(() => {
    void server.vitals().then(({ residentBytes }) => {
      peak = Math.max(peak, residentBytes / 2 ** 20);
    });
  }, 1_000);
  const answers: StreamedChat[] = [];
  const took = await timeMs(() =>
    Promise.all(
      Array.from({ length: streams }, async (_, index) => {
        await pause((index * 1_000) / beginning);
        answers.push(await ask(`of-many-${index}`, { input: 'hello' }));
      }),
    ),
  );
  clearInterval(watch);
  const { longestStallMs, processorMs } = await server.vitals();
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
      measured: `${peak.toFixed(0)} MB, for ${((processorMs - before.processorMs) / 1_000).toFixed(1)} s of processor time`,
      baseline: `${(before.residentBytes / 2 ** 20).toFixed(0)} MB`,
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
