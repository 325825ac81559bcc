import type { FastifyInstance } from 'fastify';
import { type ConsoleBuild, readConsoleBuild } from './console-build.ts';

/** Where the files of the application come from. */
export interface ConsoleSource {
  /** `undefined` while nothing is built. */
  build(): ConsoleBuild | undefined;
  /** Present where files are made while they are asked for, in development: serves all below `/assets/`. */
  serveFiles?(app: FastifyInstance): void;
}

/** @param directory of a build, which is read once */
export function openConsole(directory: string): ConsoleSource {
  const build = readConsoleBuild(directory);
  return { build: () => build };
}
