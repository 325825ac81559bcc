import { Agent } from 'node:http';
import { serveMetadata } from '../../packages/deployments/src/open-metadata.ts';
import { type Figure, median, ms, percentile, timeMs } from '../measure.ts';
import { sendRequest } from '../send-request.ts';
import { type BenchServer, startServer } from '../server-process.ts';
import { userRow } from '../user-row.ts';

const users = 100_000;
const usersAtATime = 500;
const lookUps = 500;
const scans = 5;
const connections = 16;
const provisionedEach = 150;

interface Place {
  readonly project: string;
  readonly data: string;
}

/** Measures an identity provider that looks for one user among many, and one that creates many users, on SQLite. */
export async function provisioning(place: Place): Promise<readonly Figure[]> {
  const key = await fillStore(place.data);
  const server = await startServer(place);
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const ask: Ask = (method, path, body) =>
    sendRequest(server, agent, {
      method,
      path: `/api/scim/v2${path}`,
      body,
      authorization: `Bearer ${key}`,
      type: 'application/scim+json',
    });
  try {
    return [...(await filters(ask)), await newUsers(ask, server)];
  } finally {
    agent.destroy();
    await server.stop();
  }
}

type Ask = (method: string, path: string, body?: object) => Promise<string>;

/** @returns the key of an admin */
async function fillStore(dataDirectory: string): Promise<string> {
  const metadata = await serveMetadata({ dataDirectory, account: 'default', mayMigrate: true }, Date);
  const { store, accountId, accounts } = metadata;
  const key = await accounts.takeFirstKey(accountId);
  for (let start = 0; start < users; start += usersAtATime) {
    const rows = Array.from({ length: usersAtATime }, (_, index) => userRow(accountId, start + index));
    await store.database.insertInto('account_user').values(rows).execute();
  }
  await metadata.close();
  if (key === undefined) throw new Error('the store had given its key out already');
  return key;
}

async function filters(ask: Ask): Promise<readonly Figure[]> {
  const find = async (filter: string) => {
    const answer = await ask('GET', `/Users?filter=${encodeURIComponent(filter)}`);
    const { totalResults }: { totalResults: number } = JSON.parse(answer);
    if (totalResults !== 1) throw new Error(`${filter} found ${totalResults}`);
  };
  const samples: number[] = [];
  for (let round = -50; round < lookUps; round += 1) {
    const number = (round * 7_919 + users) % users;
    const took = await timeMs(() => find(`userName eq "USER${Math.abs(number)}@example.com"`));
    if (round >= 0) samples.push(took);
  }
  const scanned: number[] = [];
  for (let round = 0; round < scans; round += 1) {
    scanned.push(await timeMs(() => find(`emails[type eq "work"].value eq "user${round * 1_000}@example.com"`)));
  }
  return [
    {
      name: `SCIM filter by userName over ${users.toLocaleString('en')} users, p50`,
      measured: `${ms(median(samples))}, p99 ${ms(percentile(samples, 0.99))}`,
      baseline: `${ms(median(scanned))}: by an e-mail address, which looks at every user`,
      bound: '3 ms',
      isWithin: median(samples) <= 3,
    },
  ];
}

async function newUsers(ask: Ask, server: BenchServer): Promise<Figure> {
  const provision = async (name: string) => {
    const userName = `${name}@example.org`;
    await ask('POST', '/Users', {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      userName,
      externalId: name,
      displayName: name,
      name: { givenName: 'New', familyName: name },
      emails: [{ value: userName, type: 'work', primary: true }],
      active: true,
    });
  };
  for (let number = 0; number < 100; number += 1) await provision(`warm${number}`);
  await server.forgetStalls();
  const took = await timeMs(() =>
    Promise.all(
      Array.from({ length: connections }, async (_, connection) => {
        for (let number = 0; number < provisionedEach; number += 1) await provision(`new${connection}-${number}`);
      }),
    ),
  );
  const { longestStallMs } = await server.vitals();
  const perSecond = (connections * provisionedEach * 1000) / took;
  return {
    name: `users provisioned by SCIM, ${connections} connections, SQLite`,
    measured: `${perSecond.toFixed(0)} a second, longest stall ${longestStallMs.toFixed(1)} ms`,
    baseline: '',
    bound: '500 a second',
    isWithin: perSecond >= 500,
  };
}
