import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { deepestClaims, isDeeperThan } from '@orrery/contract';
import { OperatorError } from '@orrery/kernel';
import type { CommandFlag } from './command.ts';

export const contextFlag: CommandFlag = {
  name: 'context',
  shows: 'JSON|@FILE  the security context of the caller',
};

/**
 * The security context given with `--context`, or in the file it names after an `@`.
 *
 * @throws OperatorError when it is not a JSON object
 */
export function readContext(text: string | boolean | undefined, directory: string): Readonly<Record<string, unknown>> {
  if (text === undefined) return {};
  const value = parse(textOf(String(text), directory));
  if (isDeeperThan(value, deepestClaims)) {
    throw new OperatorError(
      `A security context is nested at most ${deepestClaims} levels deep, as claims of a token are.`,
    );
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw new OperatorError(
    'A security context is a JSON object like \'{"tenant":"acme"}\', or @ and a file that has one.',
  );
}

function textOf(text: string, directory: string): string {
  if (!text.startsWith('@')) return text;
  const path = resolve(directory, text.slice(1));
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new OperatorError(`The security context cannot be read from '${path}'.`, { cause: error });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // reported as the wrong shape
  }
}
