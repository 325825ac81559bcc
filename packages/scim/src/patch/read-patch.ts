import { fieldOf, isJsonObject, requireObject } from '../resource/index.ts';
import { ScimError } from '../scim-error.ts';

const kinds = ['add', 'replace', 'remove'] as const;
const mostOperations = 1_000;

export interface PatchOperation {
  readonly op: (typeof kinds)[number];
  /** The path as written. */
  readonly path: string | undefined;
  /** `undefined` when not given; `null` was given explicitly. */
  readonly value: unknown;
}

/** @throws ScimError `invalidSyntax`, `invalidPath`, `tooMany` */
export function readPatch(body: unknown): readonly PatchOperation[] {
  const operations = fieldOf(requireObject(body), 'Operations');
  if (!Array.isArray(operations) || operations.length === 0)
    throw invalid("'Operations' must be a list with something in it");
  if (operations.length > mostOperations) {
    throw ScimError.bad('tooMany', `A PATCH has at most ${mostOperations} operations`);
  }
  return operations.map(readOperation);
}

function readOperation(given: unknown): PatchOperation {
  if (!isJsonObject(given)) throw invalid('Each of the operations must be an object');
  const name = fieldOf(given, 'op');
  const op = kinds.find((kind) => typeof name === 'string' && kind === name.toLowerCase());
  if (!op) throw invalid(`'op' must be one of ${kinds.join(', ')}`);
  const path = fieldOf(given, 'path') ?? undefined;
  if (path !== undefined && typeof path !== 'string') throw ScimError.bad('invalidPath', "'path' must be a text");
  return { op, path, value: fieldOf(given, 'value') };
}

function invalid(detail: string): ScimError {
  return ScimError.bad('invalidSyntax', detail);
}
