import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { serveMetadata } from '../../packages/deployments/src/open-metadata.ts';
import { allow } from '../../tests/oauth/allow.ts';
import { type StorePlace, storePlace } from '../../tests/servers/store-place.ts';
import { userRow } from '../user-row.ts';
import { type Figure, median, ms, timeInTurns, timeMs } from '../measure.ts';
import { type BenchServer, startServer } from '../server-process.ts';
import { withServers } from '../with-servers.ts';

const atOnce = 16;
const refreshes = 10_000;
/** Refreshes of one grant; more in the minutes of grace would not replace its token each time. */
const ofOneGrant = 10;
const parallelRounds = 1_000;
const revoked = 20;
const costRounds = 400;
const environment = { ORRERY_PUBLIC_URL: 'https://orrery.example' };
const form = 'application/x-www-form-urlencoded';

interface Place {
  readonly project: string;
  readonly data: readonly [string, string];
}

interface Answer {
  readonly status: number;
  readonly body: string;
}

/** Measures what access tokens cost beside API keys, and refreshes by two nodes over PostgreSQL that are killed meanwhile. */
export function oauthTokens(place: Place): Promise<readonly Figure[]> {
  return withServers(() => measureTokens(place));
}

async function measureTokens({ project, data }: Place): Promise<readonly Figure[]> {
  const place = await storePlace('postgres');
  const agent = new Agent({ keepAlive: true, maxSockets: 4 * atOnce });
  try {
    const tokens = await makeGrants(place);
    const start = (folder: string) =>
      startServer({ project, data: folder, environment: { ...place.environment, ...environment } });
    const nodes = new Nodes(agent, await Promise.all(data.map(start)), (index) => start(data[index] ?? ''));
    const figures = [
      ...(await cost(nodes, tokens)),
      await threeAtOnce(nodes, tokens.parallel),
      await endedEverywhere(nodes, tokens.revoked),
      await allKept(nodes, tokens.chains, place),
    ];
    await nodes.stop();
    return figures;
  } finally {
    agent.destroy();
  }
}

/** Two nodes, and the requests to them. */
class Nodes {
  readonly #agent: Agent;
  readonly #servers: BenchServer[];
  readonly #start: (index: number) => Promise<BenchServer>;

  constructor(agent: Agent, servers: BenchServer[], start: (index: number) => Promise<BenchServer>) {
    this.#agent = agent;
    this.#servers = servers;
    this.#start = start;
  }

  ask(index: number, method: string, path: string, authorization?: string, sent?: string): Promise<Answer> {
    const server = this.#servers[index % this.#servers.length];
    const headers = {
      'x-forwarded-proto': 'https',
      ...(authorization === undefined ? {} : { authorization }),
      ...(sent === undefined ? {} : { 'content-type': sent.startsWith('{') ? 'application/json' : form }),
    };
    return new Promise((done, fail) => {
      const options = { port: server?.port, host: '127.0.0.1', agent: this.#agent, method, path, headers };
      const asked = request(options, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', fail);
        answer.on('end', () => done({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks).toString() }));
      });
      asked.on('error', fail);
      asked.end(sent);
    });
  }

  refresh(index: number, token: string): Promise<Answer> {
    const body = new URLSearchParams({
      grant_type: 'refresh_token',
      client_id: 'cube-mcp-client',
      refresh_token: token,
    });
    return this.ask(index, 'POST', '/oauth/token', undefined, body.toString());
  }

  /** Kills a node as a lost machine would, and starts it again. */
  async killAndStart(index: number): Promise<void> {
    await this.#servers[index]?.kill();
    this.#servers[index] = await this.#start(index);
  }

  async stop(): Promise<void> {
    await Promise.all(this.#servers.map((server) => server.stop()));
  }
}

type Tokens = Awaited<ReturnType<typeof makeGrants>>;

async function makeGrants({ settings }: StorePlace) {
  const metadata = await serveMetadata({ ...settings, account: 'default', mayMigrate: true }, Date);
  const { accountId, accounts, store } = metadata;
  const key = await accounts.takeFirstKey(accountId);
  if (key === undefined) throw new Error('the store had given its key out already');
  const needed = refreshes / ofOneGrant + revoked + 2;
  const rows = Array.from({ length: needed }, (_, number) => ({ ...userRow(accountId, number), role: 'admin' }));
  const users = await store.database.insertInto('account_user').values(rows).returning('id').execute();
  const grants = [];
  for (const { id } of users) grants.push(await allow(metadata, id, { scopes: ['platform', 'offline_access'] }));
  await metadata.close();
  const [first, parallel, ...others] = grants.map(({ accessToken, refreshToken = '' }) => ({
    accessToken,
    refreshToken,
  }));
  if (!first || !parallel) throw new Error('there are grants');
  return { key, first, parallel, revoked: others.slice(0, revoked), chains: others.slice(revoked) };
}

async function cost(nodes: Nodes, { key, first }: Tokens): Promise<readonly Figure[]> {
  const requests = {
    'GET /api/v1/deployments': (credential: string) =>
      nodes.ask(0, 'GET', '/api/v1/deployments', `Bearer ${credential}`),
    'POST /api/v1/deployments/1/token': (credential: string) =>
      nodes.ask(0, 'POST', '/api/v1/deployments/1/token', `Bearer ${credential}`, '{}'),
  };
  const figures: Figure[] = [];
  for (const [name, ask] of Object.entries(requests)) {
    const read = async (credential: string) => {
      const { status, body } = await ask(credential);
      if (status !== 200) throw new Error(`${name} answered ${status}: ${body}`);
    };
    const acts = { byKey: () => read(key), byToken: () => read(first.accessToken) };
    const samples = await timeInTurns(acts, costRounds);
    const [byKey, byToken] = [median(samples.byKey), median(samples.byToken)];
    figures.push({
      name: `${name} with an OAuth access token`,
      measured: `${ms(byToken)} (${(byToken / byKey).toFixed(2)}x)`,
      baseline: `${ms(byKey)} with an API key`,
      bound: '1.05x',
      isWithin: byToken <= byKey * 1.05,
    });
  }
  return figures;
}

async function threeAtOnce(nodes: Nodes, { refreshToken }: Tokens['first']): Promise<Figure> {
  let token = refreshToken;
  let whole = 0;
  for (let round = 0; round < parallelRounds; round += 1) {
    const answers = await Promise.all([0, 1, 0].map((index) => nodes.refresh(index, token)));
    const next = new Set(answers.map(({ status, body }) => (status === 200 ? JSON.parse(body).refresh_token : body)));
    if (answers.every(({ status }) => status === 200) && next.size === 1) whole += 1;
    token = String([...next][0]);
  }
  return {
    name: `three refreshes at once with one token, by two nodes, ${parallelRounds.toLocaleString('en')} times`,
    measured: `${whole.toLocaleString('en')} times all three answered, with one refresh token`,
    baseline: '',
    bound: 'each time',
    isWithin: whole === parallelRounds,
  };
}

/** Measures from the answer to a revocation by one node until the other node refuses the access token. */
async function endedEverywhere(nodes: Nodes, grants: Tokens['revoked']): Promise<Figure> {
  const took: number[] = [];
  for (const { accessToken, refreshToken } of grants) {
    const use = () => nodes.ask(1, 'GET', '/api/v1/deployments', `Bearer ${accessToken}`);
    const before = await use(); // the node remembers the token now
    if (before.status !== 200) throw new Error(`a token was refused before its end: ${before.body}`);
    const body = new URLSearchParams({ token: refreshToken, client_id: 'cube-mcp-client' });
    await nodes.ask(0, 'POST', '/oauth/revoke', undefined, body.toString());
    took.push(
      await timeMs(async () => {
        while ((await use()).status === 200) await pause(2);
      }),
    );
  }
  const longest = Math.max(...took);
  return {
    name: `a revoked grant until the other node refuses its token, longest of ${revoked}`,
    measured: ms(longest),
    baseline: '',
    bound: '1 s',
    isWithin: longest <= 1_000,
  };
}

/** Refreshes by both nodes, first undisturbed beside the same transactions by hand, then with kills. */
async function allKept(
  nodes: Nodes,
  chains: Tokens['chains'],
  { environment: { ORRERY_DATABASE_URL: url } }: StorePlace,
): Promise<Figure> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const [undisturbed, disturbed] = [chains.slice(0, chains.length / 2), chains.slice(chains.length / 2)];
    const byHand = await ratePerSecond(() => transactionsByHand(url, undisturbed.length));
    let lost = 0;
    const rate = await ratePerSecond(async () => (lost += await refreshAll(nodes, undisturbed)));
    const over = new AbortController();
    const kills = killInTurns(nodes, over.signal);
    lost += await refreshAll(nodes, disturbed);
    over.abort();
    const killed = await kills;
    const { rows } = await client.query('SELECT count(*) AS many FROM oauth_grant WHERE end_reason = $1', ['refresh']);
    const ended = Number(rows[0].many);
    return {
      name: `${refreshes.toLocaleString('en')} refreshes, ${atOnce} at once, two nodes on PostgreSQL, ${killed} kills`,
      measured: `${lost} lost, ${ended} grants ended; ${rate.toFixed(0)} a second without kills`,
      baseline: `${byHand.toFixed(0)} of the same transactions a second by hand`,
      bound: 'none lost or ended; half of the rate',
      isWithin: lost === 0 && ended === 0 && killed > 0 && rate >= byHand / 2,
    };
  } finally {
    await client.end();
  }
}

async function ratePerSecond(act: () => Promise<unknown>): Promise<number> {
  return (refreshes / 2 / (await timeMs(act))) * 1_000;
}

/** @returns refreshes that were refused */
async function refreshAll(nodes: Nodes, chains: Tokens['chains']): Promise<number> {
  const waiting = [...chains];
  let refused = 0;
  await Promise.all(
    Array.from({ length: atOnce }, async (_, worker) => {
      for (let chain = waiting.pop(); chain; chain = waiting.pop()) {
        let token = chain.refreshToken;
        for (let done = 0; done < ofOneGrant; done += 1) {
          const answer = await untilAnswered((tries) => nodes.refresh(worker + done + tries, token));
          if (answer.status === 200) token = JSON.parse(answer.body).refresh_token;
          else refused += 1;
        }
      }
    }),
  );
  return refused;
}

/** Tries again at another node, with the same token, as clients do that lost an answer. */
async function untilAnswered(ask: (tries: number) => Promise<Answer>): Promise<Answer> {
  for (let tries = 0; ; tries += 1) {
    const answer = await ask(tries).catch(() => undefined);
    if (answer && answer.status < 500) return answer;
    if (tries > 1_000) throw new Error(`no node answers: ${answer?.body}`);
    await pause(10);
  }
}

/** @returns how often a node was killed */
async function killInTurns(nodes: Nodes, over: AbortSignal): Promise<number> {
  let killed = 0;
  while (!over.aborted) {
    await pause(300);
    await nodes.killAndStart(killed % 2);
    killed += 1;
  }
  return killed;
}

/** Writes what a refresh writes, in a transaction each, with as many connections as there are refreshes at once. */
async function transactionsByHand(url: string | undefined, grants: number): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: atOnce });
  const { rows } = await pool.query('SELECT id, handle FROM oauth_grant ORDER BY id LIMIT $1', [grants]);
  let begun = 0;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      const connection = await pool.connect();
      while (begun < grants * ofOneGrant) {
        const { id, handle } = rows[begun % grants];
        begun += 1;
        await connection.query('SELECT account_id FROM oauth_grant WHERE handle = $1', [handle]);
        await connection.query('BEGIN');
        await connection.query('SELECT * FROM oauth_grant WHERE handle = $1 FOR UPDATE', [handle]);
        await connection.query(
          `UPDATE oauth_grant SET generation = 0, recent = '[]', refreshed_at = $1 WHERE id = $2`,
          [Date.now(), id],
        );
        await connection.query(
          `INSERT INTO oauth_token (grant_id, hash, scopes, created_at, expires_at) VALUES ($1, $2, '[]', 0, 0)`,
          [id, crypto.randomUUID()],
        );
        await connection.query('COMMIT');
      }
      connection.release();
    }),
  );
  await pool.end();
}
