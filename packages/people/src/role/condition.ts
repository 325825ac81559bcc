import type { Expression, SqlBool } from 'kysely';

/** A combination of tests of rows. */
export type TestCondition<Test> =
  | { readonly kind: 'any' }
  | { readonly kind: 'none' }
  | { readonly kind: 'and' | 'or'; readonly conditions: readonly TestCondition<Test>[] }
  | { readonly kind: 'not'; readonly condition: TestCondition<Test> }
  | { readonly kind: 'test'; readonly test: Test };

/** Combines expressions; Kysely's expression builder is one. */
interface Builder {
  and(expressions: readonly Expression<SqlBool>[]): Expression<SqlBool>;
  or(expressions: readonly Expression<SqlBool>[]): Expression<SqlBool>;
  not(expression: Expression<SqlBool>): Expression<SqlBool>;
}

/** @param testOf returns a test as SQL that is true or false, never NULL */
export function conditionSql<Test>(
  is: Builder,
  condition: TestCondition<Test>,
  testOf: (test: Test) => Expression<SqlBool>,
): Expression<SqlBool> {
  switch (condition.kind) {
    case 'any':
      return is.and([]);
    case 'none':
      return is.or([]);
    case 'and':
    case 'or':
      return is[condition.kind](condition.conditions.map((inner) => conditionSql(is, inner, testOf)));
    case 'not':
      return is.not(conditionSql(is, condition.condition, testOf));
    case 'test':
      return testOf(condition.test);
  }
}
