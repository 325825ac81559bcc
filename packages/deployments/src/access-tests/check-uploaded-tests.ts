import { setImmediate } from 'node:timers/promises';
import { snapshotOf, callerViewOf } from '@orrery/runtime';
import type { CheckAccess } from '../version/index.ts';
import type { AccountUsers, ConfigProblem } from '@orrery/kernel';
import { resolveContext } from '@orrery/people';
import type { AccessTest } from './access-test.ts';
import { readAccessTests } from './read-access-tests.ts';
import { runAccessTests } from './run-access-tests.ts';

/** Bound on tests, because they run in the process that answers requests. */
const mostTests = 500;
const mostQueries = 50;

export interface UploadedTestsDependencies {
  /** Attributes of the account's users, for tests that name them. */
  readonly currentRights: { in(accountId: number): AccountUsers };
  readonly clock: { now(): number };
}

/** Runs the access tests of an uploaded project; rows are not compared. */
export function checkUploadedTests({ currentRights, clock }: UploadedTestsDependencies): CheckAccess {
  return async ({ accountId, directory, project, buildFor }) => {
    const { tests, problems } = await readAccessTests(directory);
    const tooMany = boundFaults(tests);
    if (tests.length === 0 || problems.length > 0 || tooMany.length > 0) {
      return { problems: [...problems, ...tooMany], notices: [] };
    }
    const { query, folderSchemas } = project;
    const { failures, notes, unasked } = await runAccessTests(tests, {
      giveWay: () => setImmediate(), // requests of others go on
      modelFor: async (context) => {
        await setImmediate();
        const model = await snapshotOf(await buildFor(context), folderSchemas);
        return { model, ...callerViewOf(model, context), query };
      },
      resolve: (context) => resolveContext(context, currentRights.in(accountId)),
      clock,
    });
    const rest = unasked === 0 ? [] : [{ message: `${unasked} assertions about rows were not checked.` }];
    return { problems: failures, notices: [...notes, ...rest] };
  };
}

function boundFaults(tests: readonly AccessTest[]): readonly ConfigProblem[] {
  if (tests.length > mostTests) return [{ message: `There are more than ${mostTests} access tests.` }];
  return tests
    .filter(({ queries }) => queries.length > mostQueries)
    .map(({ name, asPlace: at }) => ({ message: `The test '${name}' has more than ${mostQueries} queries.`, at }));
}
