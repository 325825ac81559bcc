import { expect, it } from 'vitest';
import { productionFiles, readSources } from './sources.ts';

/** The trees of the package `sql` are others, with some kinds of the same names. */
const sources = readSources(productionFiles().filter((file) => !file.startsWith('packages/sql/')));

interface Tree {
  readonly name: string;
  readonly declaredIn: string;
  readonly type: string;
  /** A file that names this many kinds in its switches has to know every new one. */
  readonly enough: number;
  readonly files: readonly string[];
}

/** The files to change for a new kind of each tree, besides those that make and read it. */
const trees: readonly Tree[] = [
  {
    name: 'conditions',
    declaredIn: 'packages/semantic/src/query/condition.ts',
    type: 'ConditionOver',
    enough: 5,
    files: [
      'packages/runtime/src/describe/access-report/condition-words.ts',
      'packages/semantic/src/plan/describe/explain.ts',
      'packages/semantic/src/query/condition-facts.ts',
      'packages/semantic/src/query/condition.ts',
      'packages/semantic/src/sql/lower-condition.ts',
    ],
  },
  {
    name: 'expressions of a plan',
    declaredIn: 'packages/semantic/src/plan/plan-expression.ts',
    type: 'PlanExpression',
    enough: 8,
    files: [
      'packages/semantic/src/plan/describe/explain.ts',
      'packages/semantic/src/plan/plan-expression.ts',
      'packages/semantic/src/sql/lower-expression.ts',
    ],
  },
  {
    name: 'nodes of a plan',
    declaredIn: 'packages/semantic/src/plan/plan.ts',
    type: 'Plan',
    enough: 6,
    files: [
      'packages/semantic/src/plan/describe/explain.ts',
      'packages/semantic/src/plan/plan.ts',
      'packages/semantic/src/sql/draft.ts',
      'packages/semantic/src/sql/lower.ts',
    ],
  },
  {
    name: 'nodes of SQL',
    declaredIn: 'packages/semantic/src/sql/sql.ts',
    type: 'Sql',
    enough: 16,
    files: ['packages/semantic/src/sql/render.ts'],
  },
];

it.each(trees)('few files switch over the kinds of $name', ({ declaredIn, type, enough, files }) => {
  const kinds = kindsOf(declaredIn, type);
  expect(kinds.length).toBeGreaterThan(enough);
  const switching = sources.filter(
    ({ text }) => kinds.filter((kind) => text.includes(`case '${kind}':`)).length >= enough,
  );
  expect(switching.map(({ file }) => file).sort()).toEqual(files);
});

/** The kinds that a union declares itself. */
function kindsOf(file: string, type: string): readonly string[] {
  const text = sources.find((source) => source.file === file)?.text ?? '';
  const [, union = ''] = new RegExp(`^export type ${type}(?:<\\w+>)? =\\n(.*?);\\n\\n`, 'ms').exec(text) ?? [];
  const kinds = [...union.matchAll(/^(?: {2}\| \{| {6}) ?readonly kind: ([^;]*);/gm)].flatMap(([, literal = '']) =>
    [...literal.matchAll(/'([^']+)'/g)].map(([, kind = '']) => kind),
  );
  return [...new Set(kinds)];
}
