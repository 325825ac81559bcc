import { flushCompileCache } from 'node:module';
import { relative } from 'node:path';
import type { Logger } from 'pino';
import { boundNewSpace } from './bound-new-space.ts';
import { banner } from './commands/banner.ts';
import type { CommandInput } from './commands/command.ts';
import { type Composition, compose } from './compose.ts';
import { OperatorError } from './config/operator-error.ts';
import type { Project } from './config/project.ts';
import { secretValues } from './config/secret-values.ts';
import type { Settings, StopSettings } from './config/settings.ts';
import { originOf } from './http/origin-of.ts';
import { createLog } from './log/create-log.ts';

/** What closing takes beside what running requests get: whatever still holds the process then is a fault of ours. */
const closeWithinMs = 10_000;
/** One Ctrl-C arrives more than once: from the terminal, and from the parents that pass it on. */
const sameSignalMs = 1_000;
const exampleTokenSeconds = 24 * 60 * 60;

/** Serves the project until a signal ends it. @returns the exit code */
export const serve: CommandInput['serve'] = async (settings, project, { clock, directory, print }) => {
  const { log, secrets } = createLog(settings.log);
  boundNewSpace();
  for (const secret of secretValues([settings, project])) secrets.add(secret);
  const composition = await compose({ settings, project, log, clock, hide: (secret) => secrets.add(secret) });
  for (const secret of secretValues(composition.deployments)) secrets.add(secret);
  const ended = stopOnSignal(composition, settings.stop, log);
  await listen(composition, settings);
  const firstKey = await takeFirstKey(composition);
  print(await describe(composition, settings, project, { clock, directory, firstKey }));
  flushCompileCache();
  return ended;
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

/** Not before it listens: a start that fails gives no key away. */
async function takeFirstKey({ metadata, close }: Composition): Promise<string | undefined> {
  try {
    return await metadata.accounts.takeFirstKey(metadata.accountId);
  } catch (error) {
    await close();
    throw error;
  }
}

async function describe(
  { app, runtime, deployments, readiness }: Composition,
  settings: Settings,
  project: Project,
  given: Pick<CommandInput, 'clock' | 'directory'> & { readonly firstKey: string | undefined },
): Promise<string> {
  const { mintToken } = await import('./http/mint-token.ts');
  const { clock, directory, firstKey } = given;
  const [deployment] = deployments;
  const request = { securityContext: {}, expiresInSeconds: exampleTokenSeconds, clock };
  const path = relative(directory, project.directory);
  return banner({
    settings,
    projectName: `${path.startsWith('..') ? project.directory : path || '.'}${settings.isDemo ? ' (the demo)' : ''}`,
    model: runtime.model,
    origin: originOf(app, settings.http),
    token: deployment && (await mintToken({ ...request, deployment }, settings.tokens)),
    firstKey,
    down: await readiness.downParts(),
  });
}

/** The first signal lets running requests finish; a second one does not wait. */
function stopOnSignal(
  composition: Composition,
  { delayMs, finishWithinMs }: StopSettings,
  log: Logger,
): Promise<number> {
  return new Promise((resolve) => {
    let stoppingSince: number | undefined;
    const onSignal = (signal: NodeJS.Signals) => {
      if (stoppingSince !== undefined) {
        if (performance.now() - stoppingSince > sameSignalMs) process.exit(1);
        return;
      }
      stoppingSince = performance.now();
      log.info({ signal, delayMs, finishWithinMs }, 'stopping');
      composition.announceEnd();
      setTimeout(() => process.exit(1), delayMs + finishWithinMs + closeWithinMs).unref();
      const close = () =>
        composition.close().then(
          () => resolve(0),
          (error: unknown) => {
            log.fatal({ err: error }, 'closing failed');
            resolve(1);
          },
        );
      setTimeout(close, delayMs);
    };
    process.on('SIGTERM', onSignal).on('SIGINT', onSignal);
  });
}
