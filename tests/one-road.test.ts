import { expect, it } from 'vitest';
import { filesBesideTests, filesOfTheProduct, readSources } from './sources.ts';

const faces = readSources(filesBesideTests()).filter(
  ({ file }) => !/^packages\/(?:runtime|engines|semantic)\//.test(file),
);

const filesWith = (found: RegExp) => faces.flatMap(({ file, text }) => (found.test(text) ? [file] : []));

/** Files that describe a query, and read no data. */
const describing = [
  'packages/cli/src/prove-isolation/ask-statement.ts',
  'packages/cli/src/commands/explain.ts',
  'packages/cli/src/commands/rollups/why-rollups.ts', // compares definitions with the plan
  'packages/cli/src/commands/sql.ts',
  'packages/content/src/query/check-stored-query.ts',
  'packages/deployments/src/access-tests/run-access-tests.ts', // whether a query is refused
  'packages/server/src/faces/data/describe-query.ts', // sql, dry-run
  'packages/server/src/faces/data/explain-route.ts',
];

it('code outside the runtime reads the data of queries only through ask', () => {
  const asking = [
    'packages/agents/src/turn/data-of-runtime.ts',
    'packages/cli/src/commands/query.ts',
    'packages/cli/src/prove-isolation/unrestricted-rows.ts',
    'packages/content/src/query/query-runner.ts',
    'packages/content/src/query/run-json.ts',
    'packages/content/src/query/run-statement.ts',
    'packages/deployments/src/access-tests/run-access-tests.ts',
    'packages/server/src/faces/data/answer-question.ts',
    'packages/server/src/faces/data/export/rows-to-export.ts',
    'packages/server/src/faces/data/graphql/answer-plan.ts',
    'packages/server/src/faces/data/load-each-route.ts',
    'packages/server/src/faces/data/sockets/answer-call.ts',
    'packages/server/src/faces/data/values-route.ts',
    'packages/server/src/faces/mcp/tools/ask-rows.ts',
  ];
  expect(filesWith(/\b(?:ask(?:Once|StatementOnce)?|suggestValues)\(\s*runtime,/).sort()).toEqual(asking);
  expect(filesWith(/\b(?:toRunnable|answerTogether|answerOrStream)\b/)).toEqual([]);
  expect(filesWith(/\banswers\s*\.\s*answer\(|\bsources\s*\.\s*(?:rows|firstValue|columns|written|tables)\(/)).toEqual(
    [],
  );
});

it('one place makes the service of answers, and one place reads it before the framework', () => {
  expect(filesWith(/\bnew AnswerService\b/)).toEqual([
    'packages/server/src/composition/open-answering.ts',
    'packages/agents/src/turn/shop-fixture.ts', // for tests of turns, which need no server
  ]);
  expect(filesWith(/\banswers\s*\.\s*goodAnswer\(/)).toEqual([
    'packages/server/src/faces/data/repeated/repeated-requests.ts',
  ]);
});

it('code outside the runtime compiles queries only to describe them', () => {
  const compiling = filesWith(
    /\b(?:compilePrepared|planPrepared|renderPrepared|explainQuery|prepareKnowing|parseKnowing)\b/,
  );
  expect(compiling.filter((file) => !describing.includes(file))).toEqual([]);
});

/** The number of files that name the fields or columns of a stored question. It may only shrink. */
const mostThatKnowFields = 19;

it('few files know the fields of a stored question', () => {
  const knowing = readSources(filesOfTheProduct()).filter(({ text }) => /jsonQuery|sqlQuery|sourceQuery/.test(text));
  const files = knowing.map(({ file }) => file);
  expect(files.length, files.join('\n')).toBeLessThanOrEqual(mostThatKnowFields);
});
