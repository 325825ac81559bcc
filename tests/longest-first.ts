import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Those that take longer than others of their size; a file that starts last makes everybody wait for it. */
const long = [
  'tests/crashes/backup.test.ts',
  'tests/crashes/rotate-key.test.ts',
  'cases/isolation/isolation.test.ts',
  'cases/live/live.test.ts',
  'packages/server/src/stored-deployments.test.ts',
  'packages/server/src/catalog/versions/version-service.test.ts',
  'tests/attacks/standing.test.ts',
  'packages/server/src/db/migrate-crash.test.ts',
  'cases/proof/numbers.test.ts',
  'cases/isolation/served.test.ts',
  'tests/operations.test.ts',
  'tests/prove-isolation.test.ts',
  'packages/server/src/commands/administration.test.ts',
  'packages/server/src/backup/backup.test.ts',
];

/** Files that run together follow one another, so that one process serves them all. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rest = await super.sort(files);
    return rest.toSorted((one, other) => togetherLast(one) - togetherLast(other) || rank(one) - rank(other));
  }
}

const togetherLast = ({ project }: TestSpecification) => (project.config.isolate ? 0 : 1);

function rank({ moduleId }: TestSpecification): number {
  const place = long.findIndex((name) => moduleId.endsWith(`/${name}`));
  return place === -1 ? long.length : place;
}
