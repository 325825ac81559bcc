import { request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { addressOf, type HttpSettings, reachableHost, type Settings } from '@orrery/config';
import { processesOf } from '@orrery/runtime';
import { listenFault, tryToListen } from '../command/index.ts';
import { type Diagnosis, reasonOf } from './diagnosis.ts';

const part = 'port';
const answerWithinMs = 3_000;
const mostAnswerCharacters = 1_000;

/**
 * Listens on the address for a moment; where it is taken, asks whether a server of Orrery has it, and looks in the data
 * folder for whether that server has this folder.
 */
export async function checkPort({ http, dataDirectory }: Settings): Promise<readonly Diagnosis[]> {
  const where = `${http.host}:${http.port}`;
  const fault = await tryToListen(http);
  if (fault === undefined) return [{ level: 'ok', part, says: `${where} is free` }];
  const health = fault.code === 'EADDRINUSE' ? await healthAt(http) : undefined;
  const isOurs = health === undefined ? undefined : await isServed(dataDirectory, http.port);
  if (isOurs === false) {
    const wayOut = 'choose another port with --port, or name the project and the data folder of that server';
    return [{ level: 'wrong', part, says: `a server of another data folder answers on ${where}`, wayOut }];
  }
  if (health === 'HEALTH' && isOurs === undefined) {
    const says = `a server answers on ${where}, and is ready; whether it has this data folder cannot be told`;
    const wayOut =
      'run this as the user of that server, and in its container; versions before 0.2.0 do not note their port';
    return [{ level: 'note', part, says, wayOut }];
  }
  if (health === 'HEALTH') return [{ level: 'ok', part, says: `a server answers on ${where}, and is ready` }];
  if (health === 'DOWN') {
    const wayOut = 'its log says which part does not answer; the lines below may say it too';
    return [{ level: 'wrong', part, says: `a server answers on ${where}, and is not ready`, wayOut }];
  }
  const { reason, wayOut } = listenFault(fault, http) ?? {
    reason: `nothing can listen on ${where}: ${reasonOf(fault)}`,
    wayOut: 'choose another address with --host and --port',
  };
  return [{ level: 'wrong', part, says: reason, wayOut }];
}

/** @returns what the probe of a server of Orrery says; absent where anything else answers, or nothing does */
function healthAt(http: HttpSettings): Promise<'HEALTH' | 'DOWN' | undefined> {
  const { protocol } = new URL(addressOf(withoutPublicUrl(http)));
  const send = protocol === 'https:' ? secureRequest : plainRequest;
  return new Promise((done) => {
    const probe = send(
      // The certificate is checked by its own line.
      { host: reachableHost(http.host), port: http.port, path: '/readyz', agent: false, rejectUnauthorized: false },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (piece: string) => {
          text += piece;
          if (text.length > mostAnswerCharacters) answer.destroy();
        });
        answer.on('close', () =>
          done(/^\{"health":"(HEALTH|DOWN)"\}$/.exec(text)?.[1] as 'HEALTH' | 'DOWN' | undefined),
        ); // by the expression
      },
    );
    probe.setTimeout(answerWithinMs, () => probe.destroy());
    probe.on('error', () => done(undefined)).end();
  });
}

/**
 * @returns absent where it is unknown: the data folder cannot be read, or is used by a process that noted no port, or that
 * noted this one and lives elsewhere, if it lives
 */
async function isServed(dataDirectory: string, port: number): Promise<boolean | undefined> {
  const processes = await processesOf(dataDirectory).catch(() => undefined);
  if (processes?.some((found) => found.port === port && found.state === 'lives')) return true;
  const others = processes?.filter(({ state }) => state !== 'ended');
  return others?.every((found) => found.port !== undefined && found.port !== port) ? false : undefined;
}

function withoutPublicUrl({ host, port, transport }: HttpSettings): Pick<HttpSettings, 'host' | 'port' | 'transport'> {
  return { host, port, transport };
}
