import type { BoundQuery } from '@orrery/semantic';

/** The names of columns: those of members, or words without dots. */
export type Aliases = 'members' | 'words';

export function aliasesOf({ outputs }: BoundQuery, aliases: Aliases): (name: string) => string {
  if (aliases === 'members') return (name) => name;
  const counts = new Map<string, number>();
  for (const { name } of outputs) counts.set(short(name), (counts.get(short(name)) ?? 0) + 1);
  return (name) => (counts.get(short(name)) === 1 ? short(name) : name.replaceAll('.', '_'));
}

/** The last part of a member, which is a name where it is the only one. */
function short(name: string): string {
  return name.slice(name.indexOf('.') + 1).replaceAll('.', '_');
}
