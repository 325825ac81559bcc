import { Agent } from 'node:http';
import { serveMetadata } from '../../packages/deployments/src/open-metadata.ts';
import { type Figure, timeMs } from '../measure.ts';
import { sendRequest } from '../send-request.ts';
import { startServer } from '../server-process.ts';

const connections = 16;
const warmUp = 400;
const madeEach = 250;

interface Place {
  readonly project: string;
  readonly data: string;
}

/**
 * Measures how fast sixteen concurrent callers create folders on SQLite. Each folder is on disk when it is
 * acknowledged.
 */
export async function newFolders(place: Place): Promise<readonly Figure[]> {
  const metadata = await serveMetadata({ dataDirectory: place.data, account: 'default', mayMigrate: true }, Date);
  const key = await metadata.accounts.takeFirstKey(metadata.accountId);
  await metadata.close();
  const server = await startServer(place);
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const make = (name: string) =>
    sendRequest(server, agent, {
      method: 'POST',
      path: '/api/v1/deployments/1/folders',
      body: { name },
      authorization: `Bearer ${key}`,
    });
  const makeMany = (what: string, each: number) =>
    Promise.all(
      Array.from({ length: connections }, async (_, connection) => {
        for (let number = 0; number < each; number += 1) await make(`${what} ${connection} ${number}`);
      }),
    );
  try {
    await makeMany('warm', warmUp / connections);
    await server.forgetStalls();
    const took = await timeMs(() => makeMany('folder', madeEach));
    const { longestStallMs } = await server.vitals();
    const perSecond = (connections * madeEach * 1000) / took;
    return [
      {
        name: `folders made, ${connections} connections, durable, SQLite`,
        measured: `${perSecond.toFixed(0)} a second, longest stall ${longestStallMs.toFixed(1)} ms`,
        baseline: '',
        bound: '1,500 a second',
        isWithin: perSecond >= 1_500,
      },
    ];
  } finally {
    agent.destroy();
    await server.stop();
  }
}
