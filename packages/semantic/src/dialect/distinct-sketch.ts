import { call, cast, fragment, type Sql } from '../sql/index.ts';

/** A power of two. The relative error is ln 2 / sqrt(registers), 1.1 % (Lang 2017, "ICON estimator"). */
const registers = 4096;

/**
 * Above this many pairs per register, each further pair doubles the number of values; below it, the other formula is
 * accurate to 10^-5.
 */
const manyPairs = 3.5;

/** How an engine counts pairs, and computes the estimate. */
export interface DistinctSketch {
  /** The number of distinct pairs of a group, without missing values: 0 where there are no others. */
  countPairs(operand: Sql): Sql;
  /** The number of values behind a number of pairs, both per register. @param formula of `pairs` */
  evaluate(formula: string, pairs: Sql): Sql;
}

/**
 * Estimates the number of distinct values from pairs of a register and a level. Some bits of a value's hash choose the
 * register; others choose the level, each level half as often as the one before. The number of distinct pairs follows from
 * the number of values, and the estimate inverts that. Small numbers are nearly exact.
 *
 * Pairs are a sketch: the pairs of two sets together are those of their union. They are counted like ordinary values,
 * so the estimate works wherever an aggregate does, and costs a group no more memory than its pairs, 35,000 for a
 * million values. `approx_count_distinct` of DuckDB 1.5 has 64 registers, and a mean error of 13 %; `approx_distinct` of
 * Trino cannot be merged with sketches of other types.
 *
 * Source: Flajolet and Martin 1985, "Probabilistic Counting Algorithms for Data Base Applications"; Lang 2017, "Back to
 * the Future: an Even More Nearly Optimal Cardinality Estimation Algorithm" (arXiv:1708.06839). See
 * docs/decisions/0079.
 */
export function estimateDistinct({ countPairs, evaluate }: DistinctSketch, operand: Sql): Sql {
  return evaluate(valuesBehind, countPairs(operand));
}

/**
 * The `x` for which the sum of `1 - exp(-x / 2^k)` over all levels `k` from 1 is `pairs`, both per register. The sum
 * has no closed inverse; this one is accurate to 10^-4, and tested against it.
 */
const valuesBehind = `CAST(round(${registers} * CASE WHEN pairs < ${manyPairs} THEN pairs * exp(pairs * (0.166670449 + pairs * (0.0177709529 + pairs * (0.00265084024 + pairs * (-0.000113541247 + pairs * (0.000254774499 - pairs * 0.000048390934)))))) ELSE 0.794023616 * pow(2, pairs) END) AS BIGINT)`;

export const duckdbSketch: DistinctSketch = {
  countPairs: (operand) => {
    const present: Sql = { kind: 'null-test', operand, isNegated: true };
    return fragment('COUNT(DISTINCT ', lowestBits(operand), ') FILTER (WHERE ', present, ')');
  },
  evaluate: (formula, pairs) => fragment(`list_transform([`, pairs, ` / ${registers}], lambda pairs: ${formula})[1]`),
};

/**
 * Encodes each pair as one whole number: the bits of the register, and those of the level. Texts are hashed, because
 * DuckDB hashes a number or a machine word differently by its type, and 0 to 0.
 */
function lowestBits(operand: Sql): Sql {
  const bits = fragment('(', call('hash', cast(operand, 'string')), ' >> 1)');
  const filled = fragment('(', bits, ` | ${registers - 1})`);
  return fragment(bits, ' & xor(', filled, ', ', filled, ' + 1)');
}

/*
 * Trino and ClickHouse have the hash of xxHash, and can read the bits of a double. The double of 53 bits of a hash keeps the
 * place of the highest one as its exponent, which is the level, and the bits behind it. The first twelve of those choose the
 * register. Equal texts have equal pairs in both engines.
 */

/** Bits of the hash that a double does not hold. */
const spareBits = 11;
/** Bits of a double behind its exponent and the register. */
const bitsBehind = 52 - Math.log2(registers);

export const trinoSketch: DistinctSketch = {
  countPairs: (operand) => {
    const hash = call('from_big_endian_64', call('xxhash64', call('to_utf8', trinoText(operand))));
    const double = cast(call('bitwise_right_shift', hash, count(spareBits)), 'double');
    const bits = call('from_big_endian_64', call('to_ieee754_64', double));
    return call('COUNT', fragment('DISTINCT ', call('bitwise_right_shift', bits, count(bitsBehind))));
  },
  evaluate: (formula, pairs) =>
    fragment('element_at(transform(ARRAY[', cast(pairs, 'double'), ` / ${registers}], pairs -> ${formula}), 1)`),
};

/**
 * A text that differs for different values. That of a time with a zone would be equal for both moments of a repeated hour,
 * and differ for one moment in two zones: it is the seconds of the moment.
 */
function trinoText(operand: Sql): Sql {
  const isZoned = fragment('typeof(', operand, ") LIKE 'timestamp%zone'");
  const moment = fragment("NULLIF(format('%1$ts.%1$tN', ", operand, "), 'null.null')");
  return { kind: 'case', when: [{ condition: isZoned, value: moment }], otherwise: cast(operand, 'string') };
}

export const clickhouseSketch: DistinctSketch = {
  countPairs: (operand) => {
    const hash = call('xxHash64', cast(inUtc(operand), 'string'));
    const bits = call('reinterpretAsUInt64', cast(call('bitShiftRight', hash, count(spareBits)), 'double'));
    const pairs = call('COUNT', fragment('DISTINCT ', call('bitShiftRight', bits, count(bitsBehind))));
    return call('ifNull', pairs, count(0)); // aggregates of nothing are NULL
  },
  evaluate: (formula, pairs) => fragment(`arrayMap(pairs -> ${formula}, [`, pairs, ` / ${registers}])[1]`),
};

/** Reads times in UTC, whatever the zone of their type. The type is known before rows are read. */
function inUtc(operand: Sql): Sql {
  const zone = String.raw`'(DateTime[(]|DateTime64[(][0-9], )[^)]*', '\\1''UTC'''`;
  return fragment('CAST(', operand, ', replaceRegexpAll(', call('toTypeName', operand), `, ${zone}))`);
}

function count(value: number): Sql {
  return { kind: 'integer', value };
}
