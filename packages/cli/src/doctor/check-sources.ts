import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type EnvironmentVariables, isUnconnected, type Project, readIfThere, type Settings } from '@orrery/config';
import { EngineError } from '@orrery/engines';
import { type OpenDataSource, openDataSource } from '@orrery/runtime';
import { type Diagnosis, reasonOf } from './diagnosis.ts';

const answerWithinMs = 10_000;
const openWithinMs = 30_000;

/** Enough for the statements of `init`; a server may be using its own memory at the same time. */
const mostMemoryMb = 256;

/**
 * Opens each data source of the project, one after the other, and asks whether it answers.
 *
 * @param environment the variables that orrery.yml may name; their values are not shown
 */
export async function checkSources(
  project: Project,
  settings: Settings,
  environment: EnvironmentVariables,
): Promise<readonly Diagnosis[]> {
  const diagnoses: Diagnosis[] = [];
  const hide = hiderOf(project, environment);
  // A folder of its own, because a server may be using that of the data folder.
  const dataDirectory = mkdtempSync(join(tmpdir(), 'orrery-doctor-'));
  try {
    for (const name of project.dataSources.keys()) {
      const memoryMb = Math.min(settings.engineMemoryMb, mostMemoryMb);
      diagnoses.push(await checkSource(name, project, { dataDirectory, memoryMb }, hide));
    }
  } finally {
    rmSync(dataDirectory, { recursive: true, force: true });
  }
  const part = 'data source';
  const says = 'the project names none';
  return diagnoses.length > 0
    ? diagnoses
    : [{ level: 'note', part, says, wayOut: 'add one to `data_sources` in orrery.yml' }];
}

async function checkSource(
  name: string,
  project: Project,
  limits: { readonly dataDirectory: string; readonly memoryMb: number },
  hide: (text: string) => string,
): Promise<Diagnosis> {
  const part = 'data source';
  const type = project.dataSources.get(name)?.type;
  const begun = performance.now();
  const source = project.dataSources.get(name);
  if (source && isUnconnected(source)) {
    const says = `${name} (${type}) has no connection`;
    return { level: 'note', part, says, wayOut: 'run the statements of /v1/sql on it yourself' };
  }
  try {
    const { engine } = await within(openDataSource(name, project, limits));
    try {
      await engine.check(AbortSignal.timeout(answerWithinMs));
    } finally {
      await engine.close();
    }
    return { level: 'ok', part, says: `${name} (${type}) answers after ${Math.ceil(performance.now() - begun)} ms` };
  } catch (error) {
    const says = `${name} (${type}) does not answer: ${hide(reasonOf(error instanceof EngineError ? error.cause : error))}`;
    const wayOut = `correct \`data_sources.${name}\` in orrery.yml, or start what it names`;
    return { level: 'wrong', part, says, wayOut };
  }
}

/** Gives up an opening that is late, and closes what it opens later. */
async function within(opening: Promise<OpenDataSource>): Promise<OpenDataSource> {
  const late = new AbortController();
  const expired = pause(openWithinMs, undefined, { signal: late.signal, ref: false }).then(() => {
    opening.then(({ engine }) => engine.close()).catch(() => undefined);
    throw new Error(`its \`init\` has not ended within ${openWithinMs / 1_000} s`);
  });
  expired.catch(() => undefined);
  return Promise.race([opening, expired]).finally(() => late.abort());
}

/** Puts the names of variables in the place of their values, which messages of engines repeat. */
function hiderOf({ directory }: Project, environment: EnvironmentVariables): (text: string) => string {
  const file = readIfThere(join(directory, 'orrery.yml')) ?? '';
  const names = new Set([...file.matchAll(/\$\{(\w+)\}/g)].map(([, name = '']) => name));
  return (text) =>
    [...names].reduce((hidden, name) => {
      const value = environment[name];
      return value ? hidden.replaceAll(value, `\${${name}}`) : hidden;
    }, text);
}
