import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../take-steps.ts';
import { isBuilt, stateOf } from './built-folder.ts';

interface PageBuild {
  /** Where it is built into. */
  readonly folder: string;
  /** What it is made from. */
  readonly sources: readonly string[];
  readonly script: string;
}

/** What runs in browsers: pages in frames, and the web application. */
export const pageBuilds = {
  frames: {
    folder: join(root, 'packages/embed/dist'),
    sources: [
      'packages/embed/src/!(parts|react|style)/**/*',
      'packages/{charts,client}/src/**/*',
      'packages/embed/package.json',
      'scripts/pages/{build-frames,built-folder,chart-libraries,small-css}.ts',
    ],
    script: 'scripts/build-embed.ts',
  },
  console: {
    folder: join(root, 'apps/console/dist'),
    sources: [
      'apps/console/src/**/*',
      'packages/{charts,client,embed}/src/**/*',
      '{apps/console,packages/charts,packages/client,packages/embed}/package.json',
      'scripts/pages/{build-console,built-folder,bundle-sandbox,chart-libraries,console-config,console-pages}.ts',
    ],
    script: 'scripts/build-console.ts',
  },
} as const satisfies Readonly<Record<string, PageBuild>>;

export type PageBuildName = keyof typeof pageBuilds;

/** @returns the builds that were made from other sources than those that are there */
export function staleBuilds(): readonly PageBuildName[] {
  const names = Object.keys(pageBuilds) as readonly PageBuildName[]; // of the object above
  return names.filter((name) => !isBuilt(pageBuilds[name].folder, stateOf(pageBuilds[name].sources)));
}

/**
 * Builds pages, unless they are built from the sources as they are. In a process of its own: what a bundler needs of
 * memory is free afterwards, and libraries are built for production whatever this process is.
 */
export async function keepBuilt(name: PageBuildName): Promise<void> {
  const { folder, sources, script } = pageBuilds[name];
  if (isBuilt(folder, stateOf(sources))) return;
  const child = spawn(process.execPath, [join(root, script)], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  await new Promise<void>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`${script} has failed`))));
  });
}
