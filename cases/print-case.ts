import { didYouMean } from '@orrery/kernel';
import { compileQuery, dialects } from '@orrery/semantic';
import { caseDialect } from './case-dialects.ts';
import { bindCase, type CaseDialect, wordsOf } from './compile-case.ts';
import type { PlannerCase } from './planner-case.ts';
import { readCases } from './read-cases.ts';
import { writeStatement } from './sql/exemplars.ts';

/** Prints the statements of a case on every dialect: `node cases/print-case.ts <name>`. */
const [, , name = ''] = process.argv;
const cases = new Map(readCases().map((one) => [one.name, one]));
const found = cases.get(name);
if (found) console.log(describe(found));
else {
  console.error(`There is no case '${name}'. ${didYouMean(name, cases.keys()) ?? ''}`);
  process.exitCode = 1;
}

function describe(one: PlannerCase): string {
  const statements = dialects.map(({ name: dialect }) => `-- ${dialect}\n${statementOf(one, caseDialect(dialect))}`);
  return statements.join('\n').trimEnd();
}

function statementOf(one: PlannerCase, { dialect, rewrites }: CaseDialect): string {
  const bound = bindCase(one, rewrites);
  const outcome = bound.ok
    ? compileQuery(bound.value.query, bound.value.model, dialect, { context: bound.value.context })
    : bound;
  return outcome.ok ? writeStatement(outcome.value) : `refused: ${wordsOf(outcome.problems)}\n`;
}
