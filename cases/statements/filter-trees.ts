import fc from 'fast-check';

/** Conditions over the rows of `orders`, and over groups of them with `k`, `n`, `s` and `least`. */
interface ConditionTrees {
  readonly ofRows: fc.Arbitrary<string>;
  readonly ofGroups: fc.Arbitrary<string>;
  /** Over the measures of `orders` themselves. */
  readonly ofMeasures: fc.Arbitrary<string>;
}

const texts = ["'new'", "'New'", "'shipped'", "'1-URGENT'", "'2-HIGH'", "''"];
const numbers = ['0', '0.1', '5', '10.5', '30', '-5', '1234.56'];
const times = ["'2024-01-01'", "'2024-01-31 23:59:59.999'", "'2024-02-29 12:00:00'", "'2024-05-15'"];
const patterns = ["'n%'", "'%E%'", "'%ed'", "'N_w'", "'1-%'", "'%'", "'new'"];
const truths = ['TRUE', 'FALSE', 'UNKNOWN'];
const comparisons = ['=', '<>', '<', '<=', '>', '>='];

const not = fc.constantFrom('', 'NOT ');
const pick = (items: readonly string[]) => fc.constantFrom(...items);

function valueTests(operand: string, values: readonly string[]): readonly fc.Arbitrary<string>[] {
  const value = pick(values);
  return [
    fc.tuple(pick(comparisons), value).map(([operator, one]) => `${operand} ${operator} ${one}`),
    fc.tuple(pick(comparisons), value).map(([operator, one]) => `${one} ${operator} ${operand}`),
    not.map((word) => `${operand} IS ${word}NULL`),
    fc.tuple(not, value).map(([word, one]) => `${operand} IS ${word}DISTINCT FROM ${one}`),
    not.map((word) => `${operand} IS ${word}DISTINCT FROM NULL`),
    fc
      .tuple(not, fc.array(value, { minLength: 1, maxLength: 3 }), fc.boolean())
      .map(([word, list, hasNull]) => `${operand} ${word}IN (${[...list, ...(hasNull ? ['NULL'] : [])].join(', ')})`),
    fc.tuple(not, value, value).map(([word, low, high]) => `${operand} ${word}BETWEEN ${low} AND ${high}`),
  ];
}

function textTests(operand: string): readonly fc.Arbitrary<string>[] {
  return [
    ...valueTests(operand, texts),
    fc
      .tuple(not, fc.constantFrom('LIKE', 'ILIKE'), pick(patterns))
      .map(([word, match, pattern]) => `${operand} ${word}${match} ${pattern}`),
    pick(texts).map((text) => `lower(${operand}) = ${text}`),
  ];
}

const truthTests = (operand: string) => [
  fc.constant(operand),
  fc.tuple(not, pick(truths)).map(([word, truth]) => `${operand} IS ${word}${truth}`),
  fc.constantFrom(`${operand} = TRUE`, `${operand} <> TRUE`, `${operand} = FALSE`),
  not.map((word) => `${operand} IS ${word}NULL`),
  fc.tuple(not, fc.constantFrom('TRUE', 'FALSE')).map(([word, one]) => `${operand} IS ${word}DISTINCT FROM ${one}`),
  fc.constantFrom(`${operand} IN (TRUE)`, `${operand} NOT IN (FALSE)`),
];

function treesOf(tests: readonly fc.Arbitrary<string>[]): fc.Arbitrary<string> {
  let trees: fc.Arbitrary<string> = fc.oneof(...tests);
  for (let depth = 0; depth < 3; depth++)
    trees = fc.oneof({ weight: 1, arbitrary: trees }, { weight: 4, arbitrary: around(trees) });
  return trees;
}

function around(tree: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 4, arbitrary: tree.map((one) => `NOT (${one})`) },
    {
      weight: 4,
      arbitrary: fc
        .tuple(fc.constantFrom('AND', 'OR'), fc.array(tree, { minLength: 2, maxLength: 3 }))
        .map(([word, parts]) => parts.map((part) => `(${part})`).join(` ${word} `)),
    },
    {
      weight: 3,
      arbitrary: fc.tuple(tree, not, pick(truths)).map(([one, word, truth]) => `(${one}) IS ${word}${truth}`),
    },
  );
}

/** Conditions that no filter of a query can express. */
function withOthers(tree: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return treesOf([
    tree,
    tree.map((one) => `(${one}) = TRUE`),
    fc.tuple(tree, not).map(([one, word]) => `(${one}) IS ${word}NULL`),
    fc.tuple(tree, tree).map(([one, other]) => `(${one}) IS DISTINCT FROM (${other})`),
    fc.tuple(tree, tree, tree).map(([when, then, otherwise]) => `CASE WHEN ${when} THEN ${then} ELSE ${otherwise} END`),
    tree.map((one) => `COALESCE((${one}), FALSE)`),
  ]);
}

/** Tests that are filters of a query, by the type of what they test. */
function filterTests(operand: string, values: readonly string[]): readonly fc.Arbitrary<string>[] {
  const value = pick(values);
  return [
    fc.tuple(fc.constantFrom('=', '<>'), value).map(([operator, one]) => `${operand} ${operator} ${one}`),
    not.map((word) => `${operand} IS ${word}NULL`),
    fc.tuple(not, value).map(([word, one]) => `${operand} IS ${word}DISTINCT FROM ${one}`),
    fc
      .tuple(not, fc.array(value, { minLength: 1, maxLength: 3 }))
      .map(([word, list]) => `${operand} ${word}IN (${list.join(', ')})`),
  ];
}

const months = ['2024-01-01', '2024-05-01', '2024-05-02'];
const timeTests = [
  ...valueTests('created_at', times),
  pick(months).map((month) => `DATE_TRUNC('month', created_at) = '${month}'`),
  fc.tuple(pick(comparisons), fc.constantFrom(2023, 2024)).map(([operator, year]) => {
    return `EXTRACT(YEAR FROM created_at) ${operator} ${year}`;
  }),
  fc.tuple(not, pick(months)).map(([word, month]) => `CAST(created_at AS DATE) ${word}IN ('${month}', '2024-05-15')`),
];

const ofRows = fc.oneof(
  treesOf([
    ...filterTests('status', texts),
    ...filterTests('amount', numbers),
    not.map((word) => `note ${word}ILIKE '%s%'`),
    ...truthTests('is_paid'),
    pick(times).map((time) => `created_at >= ${time}`),
    pick(comparisons).map((operator) => `rate ${operator} 0.1`),
  ]),
  withOthers(
    fc.oneof(
      ...textTests('status'),
      ...textTests('note'),
      ...valueTests('amount', numbers),
      ...truthTests('is_paid'),
      ...timeTests,
    ),
  ),
);

const ofGroups = fc.oneof(
  treesOf([...filterTests('s', numbers), ...filterTests('least', numbers)]),
  withOthers(fc.oneof(...textTests('k'), ...valueTests('s', numbers), ...valueTests('n', ['1', '3', '6']))),
);

const ofMeasures = fc.oneof(
  treesOf([...filterTests('SUM(total_amount)', numbers), ...filterTests('MIN(min_amount)', numbers)]),
  withOthers(
    fc.oneof(
      ...valueTests('SUM(total_amount)', numbers),
      ...valueTests('AVG(avg_amount)', numbers),
      ...valueTests('COUNT(DISTINCT buyers)', ['0', '1', '3']),
      ...textTests('status'),
    ),
  ),
);

export const conditionTrees: ConditionTrees = { ofRows, ofGroups, ofMeasures };

/** Conditions over columns, of which each is compared with some values; those of texts with patterns too. */
export function conditionsOver(
  columns: readonly { readonly name: string; readonly values: readonly string[]; readonly isText?: boolean }[],
): fc.Arbitrary<string> {
  const tests = columns.flatMap(({ name, values, isText = false }) => [
    ...valueTests(name, values),
    ...(isText ? [fc.tuple(not, pick(values)).map(([word, one]) => `${name} ${word}LIKE ${one}`)] : []),
  ]);
  return fc.oneof(treesOf(tests), withOthers(fc.oneof(...tests)));
}
