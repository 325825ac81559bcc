import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Passwords } from '../../packages/people/src/sign-in/password.ts';
import { passwordCost } from '../../tests/cheap-passwords.ts';
import { OwnProvider } from '../../tests/sso/own-provider.ts';
import { askProbe, stallProbe } from '../ask-probe.ts';
import { type Figure, median, ms } from '../measure.ts';
import { type SigningServer, SignInCaller } from '../sign-in-caller.ts';

const password = 'correct horse battery';
const rounds = 12;
const signInsOfRound = 150;
const bound = 1.2;

/**
 * Measures what a sign-in at a provider costs the server, beside one by a password without its hash. It is the processor
 * time of the whole process, in which the libraries that check the answer of the provider work too.
 */
export async function signIns(): Promise<readonly Figure[]> {
  const provider = await OwnProvider.open();
  const child = fork(join(import.meta.dirname, '../sign-in-server.ts'), [password], {
    execArgv: ['--import', stallProbe],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  process.once('exit', () => child.kill('SIGKILL'));
  if (!child.stdout) throw new Error('the server has no output');
  let caller: SignInCaller | undefined;
  try {
    const [line] = await once(createInterface({ input: child.stdout }), 'line');
    const server = JSON.parse(String(line)) as SigningServer; // printed by sign-in-server.ts in this shape
    caller = new SignInCaller(server);
    const ways = await waysOf(caller, provider);
    const costOf = async (signIn: (number: number) => Promise<void>, first: number) => {
      const before = await askProbe(child, 'vitals');
      for (let index = 0; index < signInsOfRound; index += 1) await signIn(first + index);
      const after = await askProbe(child, 'vitals');
      return (after.processorMs - before.processorMs) / signInsOfRound;
    };
    const samples = { byPassword: [] as number[], byOidc: [] as number[], bySaml: [] as number[] };
    for (let round = -3; round < rounds; round += 1) {
      const first = (round + 3) * signInsOfRound;
      const byPassword = (await costOf(ways.byPassword, first)) - (await costOfHash());
      const [byOidc, bySaml] = [await costOf(ways.byOidc, first), await costOf(ways.bySaml, first)];
      if (round < 0) continue;
      samples.byPassword.push(byPassword);
      samples.byOidc.push(byOidc);
      samples.bySaml.push(bySaml);
    }
    const byPassword = median(samples.byPassword);
    const beside = (name: string, byProvider: number): Figure => ({
      name: `processor time of a sign-in by ${name}`,
      measured: `${ms(byProvider)} (${(byProvider / byPassword).toFixed(2)}x)`,
      baseline: `${ms(byPassword)} by a password, without its hash`,
      bound: `${bound}x`,
      isWithin: byProvider <= byPassword * bound,
    });
    return [beside('OIDC', median(samples.byOidc)), beside('SAML', median(samples.bySaml))];
  } finally {
    caller?.[Symbol.dispose]();
    child.kill('SIGKILL');
    await provider[Symbol.asyncDispose]();
  }
}

/** Sign-ins of one person each, from a network and a browser of its own. */
async function waysOf(caller: SignInCaller, provider: OwnProvider) {
  provider.person = { sub: 'p-1', preferred_username: 'bea' };
  return {
    byPassword: (from: number) => caller.signInByPassword(password, from),
    byOidc: await caller.signInByOidc(provider.input),
    bySaml: await caller.signInBySaml(),
  };
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
