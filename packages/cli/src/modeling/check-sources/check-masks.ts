import type { Cube, Dimension, Measure, Probes } from '@orrery/semantic';
import type { SourceProbe } from './ask-source.ts';
import type { SourceFault } from './fault.ts';
import { nearColumn } from './near-names.ts';

/**
 * Tests masks written in SQL, whose mistakes would otherwise appear first to a caller who sees the mask.
 *
 * @throws SourceLost
 */
export async function checkMasks(cube: Cube, probes: Probes, source: SourceProbe): Promise<readonly SourceFault[]> {
  const faults: SourceFault[] = [];
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
  source: SourceProbe,
): Promise<SourceFault | undefined> {
  if (member.mask?.kind !== 'sql') return undefined;
  const reply = await source.ask(probes.mask(member));
  // A member without a statement is reported elsewhere.
  if (reply.kind !== 'refused') return undefined;
  const site = { kind: 'mask', cube: cube.name, member: member.name } as const;
  // When the member itself is refused, the refusal says nothing about its mask.
  const own = { kind: 'member', member: member.id, path: [] } as const;
  const fragments = [member.mask.sql, ...(member.kind === 'dimension' ? [{ parts: [own] }] : [])];
  const options = nearColumn([member.mask.sql], probes.model, await source.tables());
  return { kind: 'mask', site, options, fragments, member: member.id, reason: reply.reason };
}
