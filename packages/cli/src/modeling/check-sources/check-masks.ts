import type { Cube, Dimension, Measure, Probes } from '@orrery/semantic';
import type { SourceAsker } from './ask-source.ts';
import type { Fault } from './fault.ts';
import { nearColumn } from './near-names.ts';

/**
 * Asks the source about masks written in SQL: a caller they stand for would be the first to meet a mistake in one.
 *
 * @throws SourceLost
 */
export async function checkMasks(cube: Cube, probes: Probes, source: SourceAsker): Promise<readonly Fault[]> {
  const faults: Fault[] = [];
  for (const member of [...cube.dimensions, ...cube.measures]) {
    const fault = await checkMask(member, cube, probes, source);
    if (fault) faults.push(fault);
  }
  return faults;
}

async function checkMask(
  member: Dimension | Measure,
  cube: Cube,
  probes: Probes,
  source: SourceAsker,
): Promise<Fault | undefined> {
  if (member.mask?.kind !== 'sql') return undefined;
  const reply = await source.ask(probes.mask(member));
  // What cannot be asked for at all is told of the member.
  if (reply.kind !== 'refused') return undefined;
  const site = { kind: 'mask', cube: cube.name, member: member.name } as const;
  // Of a member that is refused itself, the mask beside it says nothing.
  const own = { kind: 'member', member: member.id, path: [] } as const;
  const fragments = [member.mask.sql, ...(member.kind === 'dimension' ? [{ parts: [own] }] : [])];
  const options = nearColumn([member.mask.sql], probes.model, await source.tables());
  return { kind: 'mask', site, options, fragments, member: member.id, reason: reply.reason };
}
