import type { MemberId } from '../model.ts';

/**
 * The same part of a resolved model where the members it is made of have other names: plain data, in which they stand
 * under `member` wherever SQL, or what is like it, refers to them.
 *
 * @returns the very same data where no name changes
 */
export function renameMembers<Data>(data: Data, change: (id: MemberId) => MemberId): Data {
  // The shape stays, and with it the type: only texts under one key are exchanged.
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
