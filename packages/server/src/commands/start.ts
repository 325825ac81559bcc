import type { FastifyInstance } from 'fastify';
import { flushCompileCache } from 'node:module';
import { relative } from 'node:path';
import { type Composition, compose } from '../compose.ts';
import { readProject } from '../config/project.ts';
import { readSettings, type Settings } from '../config/settings.ts';
import { createLog } from '../log.ts';
import { OperatorError } from '../operator-error.ts';
import { banner } from './banner.ts';
import type { Command, CommandInput } from './command.ts';
import { projectOf } from './project-of.ts';

/** After this long, requests that are still running are cut off. */
const closeWithinMs = 15_000;
const exampleTokenSeconds = 24 * 60 * 60;

export const start: Command = {
  usage: 'start [flags]',
  summary: 'serves a project',
  settings: ['project', 'data', 'host', 'port', 'publicUrl', 'tlsCert', 'tlsKey', 'tlsSelfSigned', 'trustProxy', 'dev'],
  flags: [],
  words: 0,
  async run(input) {
    const { flags, environment, directory, clock, print, note } = input;
    const settings = readSettings({ flags, environment, directory });
    const projectDirectory = await projectOf(settings, input);
    const project = readProject(projectDirectory, environment);
    const log = await createLog(settings.log);
    const composition = await compose({ settings, project, log, clock });
    const ended = closeOnSignal(composition, note);
    await listen(composition, settings);
    print(await describe(composition, settings, input, projectDirectory));
    flushCompileCache();
    return ended;
  },
};

async function listen({ app, close }: Composition, { http }: Settings): Promise<void> {
  try {
    await app.listen({ host: http.host, port: http.port });
  } catch (error) {
    await close();
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE') {
      throw new OperatorError(`Port ${http.port} is taken on ${http.host}; choose another one with --port.`);
    }
    if (code === 'EACCES') throw new OperatorError(`This user may not listen on port ${http.port}.`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new OperatorError(`'${http.host}' is no address of this machine.`);
    }
    throw error;
  }
}

async function describe(
  { app, runtime, deployments }: Composition,
  settings: Settings,
  { clock, directory }: CommandInput,
  projectDirectory: string,
): Promise<string> {
  const { mintToken } = await import('../http/mint-token.ts');
  const [deployment] = deployments;
  const request = { securityContext: {}, expiresInSeconds: exampleTokenSeconds, clock };
  const path = relative(directory, projectDirectory);
  return banner({
    settings,
    projectName: `${path.startsWith('..') ? projectDirectory : path || '.'}${settings.isDemo ? ' (the demo)' : ''}`,
    model: runtime.model,
    origin: settings.http.publicUrl ?? originOf(app, settings),
    token: deployment && (await mintToken({ ...request, deployment }, settings.tokens)),
    isReady: await runtime.check().catch(() => false),
  });
}

function originOf(app: FastifyInstance, { http }: Settings): string {
  const address = app.addresses()[0];
  const port = typeof address === 'object' ? address.port : http.port;
  const host = http.host.includes(':') ? `[${http.host}]` : http.host;
  return `${http.transport.kind === 'plain' ? 'http' : 'https'}://${host}:${port}`;
}

/** The first signal lets running requests finish; a second one does not wait. */
function closeOnSignal(composition: Composition, note: (text: string) => void): Promise<number> {
  return new Promise((resolve) => {
    let isClosing = false;
    const onSignal = () => {
      if (isClosing) process.exit(1);
      isClosing = true;
      note('Closing.');
      setTimeout(() => process.exit(1), closeWithinMs).unref();
      composition.close().then(
        () => resolve(0),
        (error: unknown) => {
          note(`Closing failed: ${String(error)}`);
          resolve(1);
        },
      );
    };
    process.on('SIGTERM', onSignal).on('SIGINT', onSignal);
  });
}
