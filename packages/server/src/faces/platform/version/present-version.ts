import type { WireProjectCheck, WireProjectVersion } from '@orrery/contract';
import type { ProjectVersion, VersionCheck } from '@orrery/deployments';
import { presentInstant } from '../present-instant.ts';

export function presentVersion(version: ProjectVersion): WireProjectVersion {
  const { createdAt, createdBy, message, ...rest } = version;
  return { ...rest, createdAt: presentInstant(createdAt), createdBy: createdBy ?? null, message: message ?? null };
}

export function presentCheck({ problems, notices, counts }: VersionCheck): WireProjectCheck {
  const { cubes, views, members } = counts;
  return {
    isValid: problems.length === 0,
    problems: [...problems],
    notices: [...notices],
    counts: { cubes, views, members },
  };
}
