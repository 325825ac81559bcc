import { isAbsent } from '../resource/index.ts';
import type { PatchOperation } from './read-patch.ts';

/**
 * Joins consecutive operations that name one member each, as some providers send them. The joined operation has the
 * same effect, and its members are read once however many there are.
 */
export function joinRuns(operations: readonly PatchOperation[]): readonly PatchOperation[] {
  const joined: { readonly first: PatchOperation; readonly values: unknown[] }[] = [];
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

/** Whether the operation names members. One without names means something else: all members, or none. */
function namesMembers({ op, path, value }: PatchOperation): boolean {
  return op !== 'replace' && path?.trim().toLowerCase() === 'members' && !isAbsent(value);
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? [...value] : [value];
}
