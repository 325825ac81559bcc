import { isAbsent } from '../resource/index.ts';
import type { Operation } from './read-patch.ts';

/**
 * Some providers name each member in an operation of its own. One after the other they come to the same as one that
 * names them all, which is read once however many members a group has.
 */
export function joinRuns(operations: readonly Operation[]): readonly Operation[] {
  const joined: { readonly first: Operation; readonly values: unknown[] }[] = [];
  for (const operation of operations) {
    const last = joined.at(-1);
    if (last && namesMembers(last.first) && namesMembers(operation) && last.first.op === operation.op) {
      last.values.push(...listOf(operation.value));
    } else {
      joined.push({ first: operation, values: listOf(operation.value) });
    }
  }
  return joined.map(({ first, values }) =>
    values.length > 1 && namesMembers(first) ? { ...first, value: values } : first,
  );
}

/** Those that name nobody mean something else: all of them, or none. */
function namesMembers({ op, path, value }: Operation): boolean {
  return op !== 'replace' && path?.trim().toLowerCase() === 'members' && !isAbsent(value);
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? [...value] : [value];
}
