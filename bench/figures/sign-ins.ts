import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { Passwords } from '../../packages/people/src/sign-in/password.ts';
import { passwordCost } from '../../tests/cheap-passwords.ts';
import { OwnProvider } from '../../tests/sso/own-provider.ts';
import { askProbe, stallProbe } from '../ask-probe.ts';
import { type Figure, median, ms } from '../measure.ts';

const publicUrl = 'https://orrery.example';
const password = 'correct horse battery';
const rounds = 12;
const signInsOfRound = 150;
const bound = 1.2;

interface SigningServer {
  readonly origin: string;
  /** API key of an admin. */
  readonly key: string;
  readonly username: string;
}

/**
 * Measures what a sign-in at a provider costs the server, beside one by a password without its hash. It is the processor
 * time of the whole process, in which the certified client that checks the answer of the provider works too.
 */
export async function signIns(): Promise<readonly Figure[]> {
  const provider = await OwnProvider.open();
  const child = fork(join(import.meta.dirname, '../sign-in-server.ts'), [password], {
    execArgv: ['--import', stallProbe],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  process.once('exit', () => child.kill('SIGKILL'));
  if (!child.stdout) throw new Error('the server has no output');
  const agent = new Agent({ keepAlive: true });
  try {
    const [line] = await once(createInterface({ input: child.stdout }), 'line');
    const server = JSON.parse(String(line)) as SigningServer; // printed by sign-in-server.ts in this shape
    const ways = await waysOf(server, provider, agent);
    const costOf = async (signIn: (number: number) => Promise<void>, first: number) => {
      const before = await askProbe(child, 'vitals');
      for (let index = 0; index < signInsOfRound; index += 1) await signIn(first + index);
      const after = await askProbe(child, 'vitals');
      return (after.processorMs - before.processorMs) / signInsOfRound;
    };
    const samples = { byPassword: [] as number[], byProvider: [] as number[] };
    for (let round = -3; round < rounds; round += 1) {
      const first = (round + 3) * signInsOfRound;
      const byPassword = (await costOf(ways.byPassword, first)) - (await costOfHash());
      const byProvider = await costOf(ways.byProvider, first);
      if (round < 0) continue;
      samples.byPassword.push(byPassword);
      samples.byProvider.push(byProvider);
    }
    const [byPassword, byProvider] = [median(samples.byPassword), median(samples.byProvider)];
    return [
      {
        name: 'processor time of a sign-in by OIDC',
        measured: `${ms(byProvider)} (${(byProvider / byPassword).toFixed(2)}x)`,
        baseline: `${ms(byPassword)} by a password, without its hash`,
        bound: `${bound}x`,
        isWithin: byProvider <= byPassword * bound,
      },
    ];
  } finally {
    agent.destroy();
    child.kill('SIGKILL');
    await provider[Symbol.asyncDispose]();
  }
}

/** Sign-ins of one person each, from a network and a browser of its own. */
async function waysOf({ origin, key, username }: SigningServer, provider: OwnProvider, agent: Agent) {
  const ask = (path: string, from: number, { headers, sent }: { headers?: object; sent?: object } = {}) =>
    new Promise<IncomingMessage>((done, fail) => {
      const asked = request(`${origin}${path}`, {
        agent,
        method: sent ? 'POST' : 'GET',
        headers: {
          host: new URL(publicUrl).host,
          origin: publicUrl,
          'x-forwarded-proto': 'https',
          'x-forwarded-for': `10.${(from >> 16) & 255}.${(from >> 8) & 255}.${from & 255}`,
          ...(sent ? { 'content-type': 'application/json' } : {}),
          ...headers,
        },
      });
      asked.on('response', done);
      asked.on('error', fail);
      asked.end(sent && JSON.stringify(sent));
    });
  const authorization = `Bearer ${key}`;
  const made = await ask('/api/v1/sign-in-providers', 0, { headers: { authorization }, sent: provider.input });
  const { key: providerKey } = JSON.parse(await text(made));
  const requireSession = async (answer: IncomingMessage) => {
    const body = await text(answer);
    if (cookiesOf(answer).some((cookie) => cookie.includes('orrery-session='))) return;
    throw new Error(`nobody was signed in: ${answer.statusCode} ${body}`);
  };
  return {
    byPassword: async (from: number) =>
      requireSession(await ask('/api/v1/session', from, { sent: { username, password } })),
    byProvider: async (from: number) => {
      provider.person = { sub: 'p-1', preferred_username: 'bea' };
      const begun = await ask(`/sso/${providerKey}/start`, from);
      await text(begun);
      const there = await fetch(begun.headers.location ?? '', { redirect: 'manual' });
      await there.arrayBuffer();
      const back = new URL(there.headers.get('location') ?? '');
      const cookie = cookiesOf(begun).join('; ');
      await requireSession(await ask(`${back.pathname}${back.search}`, from, { headers: { cookie } }));
    },
  };
}

function cookiesOf({ headers }: IncomingMessage): readonly string[] {
  return (headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0] ?? '');
}

/** @returns processor time of the hash that the server compares, in milliseconds */
async function costOfHash(): Promise<number> {
  const passwords = new Passwords(passwordCost);
  const stored = await passwords.hash(password);
  const before = process.cpuUsage();
  for (let index = 0; index < signInsOfRound; index += 1) await passwords.matches(password, stored);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e3 / signInsOfRound;
}
