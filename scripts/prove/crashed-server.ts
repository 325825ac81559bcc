import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { join, resolve } from 'node:path';
import { withoutSettings } from '../../packages/cli/src/command/run-orrery.ts';
import type { Acknowledgement } from './crash-writer.ts';

const root = resolve(import.meta.dirname, '../..');
const writerFile = join(import.meta.dirname, 'crash-writer.ts');
/** Signs the tokens of the queries; valid on this machine only. */
export const crashSecret = 'a secret for servers that are killed, on loopback only';
/** Maximum time of an answer: a server that has not answered by then never will. */
const answersWithinMs = 60_000;

/** A process that can be killed at any moment. */
export interface KilledProcess {
  readonly hasEnded: () => boolean;
  /** Sends `kill -9`; resolves when every message sent before has arrived. */
  kill(): Promise<void>;
}

export interface ServerToKill {
  readonly project: string;
  readonly data: string;
  readonly port: number;
  readonly environment?: Readonly<Record<string, string>>;
}

export function startServerToKill({ project, data, port, environment }: ServerToKill): KilledProcess {
  const command = [join(root, 'packages/cli/bin/orrery.js'), 'start', '--dev'];
  const child = spawn(process.execPath, [...command, '--project', project, '--data', data, '--port', String(port)], {
    cwd: project,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...withoutSettings(process.env),
      ...environment,
      ORRERY_API_SECRET: crashSecret,
      ORRERY_LOG_LEVEL: 'error',
    },
  });
  return killable(child, once(child, 'exit'));
}

/** Starts a command that writes to the same store as the server. */
export function startWriterToKill(
  { data, name }: { readonly data: string; readonly name: string },
  onTold: (told: Acknowledgement) => void,
): KilledProcess {
  const child = fork(writerFile, [data, name], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: withoutSettings(process.env),
  });
  child.on('message', (told) => onTold(told as Acknowledgement)); // sent by crash-writer.ts in this shape
  return killable(child, Promise.all([once(child, 'exit'), once(child, 'disconnect')]));
}

function killable(child: ChildProcess, ended: Promise<unknown>): KilledProcess {
  const killAtExit = () => void child.kill('SIGKILL');
  process.once('exit', killAtExit);
  return {
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
      process.off('exit', killAtExit);
    },
  };
}

export interface ServerAnswer {
  readonly status: number;
  readonly text: string;
}

export interface ServerQuestion {
  readonly port: number;
  readonly path: string;
  readonly authorization: string;
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly body?: object;
}

/** @throws when the connection breaks */
export function askServer({ port, path, authorization, method, body }: ServerQuestion): Promise<ServerAnswer> {
  const headers = { authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
  return new Promise((done, fail) => {
    const asked = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (piece: string) => (text += piece));
      answer.on('error', fail).on('end', () => done({ status: answer.statusCode ?? 0, text }));
      answer.on('close', () => fail(new Error('the answer broke off')));
    });
    asked.on('error', fail).end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** Repeats the request until it is answered. @returns the first answer and its time */
export async function untilAnswered(
  ask: () => Promise<ServerAnswer>,
  server: KilledProcess,
): Promise<ServerAnswer & { readonly atMs: number }> {
  const endsAt = performance.now() + answersWithinMs;
  for (;;) {
    try {
      return { ...(await ask()), atMs: performance.now() };
    } catch (error) {
      if (server.hasEnded()) throw new Error('the server ended by itself', { cause: error });
      if (performance.now() > endsAt) throw new Error('the server never answered', { cause: error });
      await new Promise((resume) => setTimeout(resume, 2));
    }
  }
}
