import type { MemberId } from '../model.ts';

/**
 * Renames the members in a part of a resolved model: plain data in which `member` keys hold the names.
 *
 * @returns the same object when no name changes
 */
export function renameMembers<Data>(data: Data, change: (id: MemberId) => MemberId): Data {
  // Only texts under one key are replaced, so the type stays the same.
  if (Array.isArray(data)) return renamedItems(data, change) as Data;
  if (typeof data !== 'object' || data === null) return data;
  const renamed = Object.entries(data).map(([key, value]: [string, unknown]): [string, unknown] => [
    key,
    key === 'member' && typeof value === 'string' ? change(value as MemberId) : renameMembers(value, change),
  ]);
  const isSame = renamed.every(([key, value]) => value === (data as Readonly<Record<string, unknown>>)[key]);
  return isSame ? data : (Object.fromEntries(renamed) as Data);
}

function renamedItems(items: readonly unknown[], change: (id: MemberId) => MemberId): readonly unknown[] {
  const renamed = items.map((item) => renameMembers(item, change));
  return renamed.every((item, index) => item === items[index]) ? items : renamed;
}
