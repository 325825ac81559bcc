import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { projectWith, removeProject, ScriptedModel } from '../../tests/chat/scripted-model.ts';
import { storePlace } from '../../tests/servers/store-place.ts';
import { streamChat, takeKey, viewer } from '../chat-stream.ts';
import { type Figure, median, ms, percentile } from '../measure.ts';
import { startServer } from '../server-process.ts';
import { withServers } from '../with-servers.ts';

const streams = 300;
/** Streams that begin in a second. */
const beginning = 50;
const [deltas, pauseMs] = [100, 100];

/**
 * Measures how soon clients of one node have the words of a model that another node asks, with the store in PostgreSQL.
 *
 * @param data an empty folder for each node
 */
export function chatOfNodes(data: readonly [string, string]): Promise<readonly Figure[]> {
  return withServers(() => measureNodes(data));
}

async function measureNodes(data: readonly [string, string]): Promise<readonly Figure[]> {
  await using model = await ScriptedModel.open();
  model.script = () => ({ text: 'word '.repeat(deltas), pauseMs, isStamped: true });
  const project = await projectWith(model.server);
  const place = await storePlace('postgres');
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  try {
    const key = await takeKey({ ...place.settings, account: 'default', mayMigrate: true }, 2 * streams);
    const environment = { ...place.environment, SCRIPTED_KEY: 'none' };
    const nodes = await Promise.all(data.map((folder) => startServer({ project, data: folder, environment })));
    const [one, other] = nodes;
    if (!one || !other) throw new Error('there are two nodes');
    const client = { agent, key, most: deltas };
    const delays: number[] = [];
    const ask = async (index: number) => {
      await pause((index * 1_000) / beginning);
      const body = {
        ...{ input: 'hello', messageId: `${1_781_000_000_000 + index}-message` },
        sessionSettings: viewer(`of-nodes-${index}`),
      };
      const begun = Promise.withResolvers<void>();
      const own = streamChat(one, { ...client, onFirst: () => begun.resolve() }, body);
      await Promise.race([begun.promise, own]);
      const joined = await streamChat(other, client, body);
      const { isWhole } = await own;
      if (!isWhole || !joined.isWhole) throw new Error('a stream did not come to its end');
      delays.push(...joined.delays);
    };
    await ask(streams); // loads what chats need, on both nodes
    delays.length = 0;
    await Promise.all(Array.from({ length: streams }, (_, index) => ask(index)));
    await Promise.all(nodes.map((node) => node.stop()));
    const about = `${streams} streams of ${deltas} deltas in ${(deltas * pauseMs) / 1_000} s`;
    return [
      {
        name: `a word of the model until a client of another node has it, with ${about}, p99`,
        measured: `${ms(percentile(delays, 0.99))}, p50 ${ms(median(delays))}`,
        baseline: '',
        bound: '750 ms',
        isWithin: percentile(delays, 0.99) <= 750,
      },
    ];
  } finally {
    agent.destroy();
    await removeProject(project);
  }
}
