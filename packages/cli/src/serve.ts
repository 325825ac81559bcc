import { flushCompileCache } from 'node:module';
import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { banner, type BannerInput, type CommandInput, listenFault } from './command/index.ts';
import { backlog, compose, type Composition, originOf, portOf } from '@orrery/server';
import { StartKey } from '@orrery/people';
import { notePort } from '@orrery/runtime';
import { OperatorError } from '@orrery/kernel';
import { type Project, secretValues, type Settings } from '@orrery/config';
import { createLog } from './log/index.ts';
import { serveSql } from './serve-sql.ts';
import { ServingEnds } from './serving-ends.ts';

/** The published package has the pages of browsers inside of itself. */
const ownPages = fileURLToPath(new URL('../pages/', import.meta.url));
const publishedPages = () => (existsSync(ownPages) ? ownPages : undefined);

const exampleTokenSeconds = 24 * 60 * 60;

/** Serves the project until a signal ends it. @returns the exit code */
export const serve: CommandInput['serve'] = async (settings, project, input) => {
  const { clock, directory, print, developmentPages } = input;
  const { log, secrets } = createLog(settings.log);
  for (const secret of secretValues([settings, project])) secrets.add(secret);
  const startKey = settings.isDevelopment ? new StartKey() : undefined;
  if (startKey) secrets.add(startKey.text);
  const ends = new ServingEnds(settings.stop, log);
  let sqlPort: number | undefined;
  const begin = async (port: number): Promise<Composition> => {
    const composition = await compose({
      settings,
      project,
      log,
      clock,
      pagesDirectory: publishedPages(),
      developmentPages,
      startKey,
      hide: (secret) => secrets.add(secret),
    });
    ends.serves(composition);
    for (const secret of secretValues(composition.deployments)) secrets.add(secret);
    await listen(composition, { ...settings.http, port });
    sqlPort = await serveSql(
      composition,
      sqlPort === undefined ? settings : { ...settings, sql: { ...settings.sql, port: sqlPort } },
      input,
    );
    await notePort(settings.dataDirectory, portOf(composition.app, settings.http));
    if (sqlPort !== undefined) await notePort(settings.dataDirectory, sqlPort, 'sql');
    return composition;
  };
  await input.pagesBuilt;
  const composition = await begin(settings.http.port);
  const firstKey = await takeFirstKey(composition);
  print(
    await describe(composition, settings, project, { clock, directory, firstKey, sqlPort, startKey: startKey?.text }),
  );
  flushCompileCache();
  const port = portOf(composition.app, settings.http);
  while ((await ends.next()) === 'begin-again') {
    await begin(port);
    log.warn('serving again');
  }
  return ends.exitCode;
};

async function listen({ app, close }: Composition, http: Settings['http']): Promise<void> {
  try {
    await app.listen({ host: http.host, port: http.port, backlog });
  } catch (error) {
    await close();
    const fault = listenFault(error, http);
    if (fault) throw new OperatorError(`${fault.reason}; ${fault.wayOut}.`);
    throw error;
  }
}

/** Prints the first key only once the server listens, so a failed start does not use it up. */
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
  given: Pick<CommandInput, 'clock' | 'directory'> & Pick<BannerInput, 'firstKey' | 'startKey' | 'sqlPort'>,
): Promise<string> {
  const { mintToken } = await import('@orrery/deployments');
  const { clock, directory, firstKey, startKey, sqlPort } = given;
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
    startKey,
    sqlPort,
    down: await readiness.downParts(),
  });
}
