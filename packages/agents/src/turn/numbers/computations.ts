import type { ResultNumber } from './evidence.ts';
import type { NumberReading } from './written-number.ts';

type Unit = 'number' | 'percent' | 'points';
type Compute = (a: number, b: number) => number;

interface Computation {
  /** How a sentence names it. */
  readonly words: RegExp;
  readonly compute: Compute;
  /** How its outcome is written. */
  readonly unit: Unit;
}

const rise =
  /\b(?:gr[eo]w\w*|growth|ris(?:e|en|ing)|rose|increas\w*|up|gain\w*|higher|more|above|exceed\w*|larger|greater|ahead|plus|mehr|h[öo]her|gestiegen|stieg|wuchs|wachstum|zunahme|zuwachs|hausse|augment\w*|croissance|plus|m[áa]s|aument\w*|crec\w*|subi\w*)\b/iu;
export const fall =
  /\b(?:f[ae]ll(?:en|s|ing)?|drop\w*|declin\w*|decreas\w*|down|los[st]|losing|losses|less|fewer|lower|below|behind|smaller|shr[aiu]nk\w*|minus|negative|deficit|weniger|niedriger|gesunken|sank|r[üu]ckgang|abnahme|verlust|gefallen|fiel|baiss\w*|diminu\w*|moins|perte|recul|menos|baj[aoó]\w*|disminu\w*|ca[íy]\w*|p[ée]rdida)\b/iu;
const change = new RegExp(
  `${rise.source}|${fall.source}|\\b(?:chang\\w*|differ\\w*|gap|delta|swing|spread|unterschied|differenz|[ée]cart|diff[ée]rence|diferencia|cambio|variation)\\b`,
  'iu',
);
const sum =
  /\b(?:totals?|totall\w*|sums?|together|combin\w*|overall|altogether|in all|both|plus|add\w*|insgesamt|zusammen|summe|gesamt\w*|ensemble|somme|suma\w*|juntos|juntas)\b/iu;
const ratio =
  /\b(?:times|ratio|per|averag\w*|mean|fold|doubl\w*|tripl\w*|for (?:every|each)|half|verh[äa]ltnis|pro|durchschnitt\w*|mal|fois|par|moyenne|promedio|por|veces)\b|×|\dx\b/iu;
const share =
  /\b(?:shares?|of|proportion|accounts?|accounted|ma[dk]e up|represent\w*|contribut\w*|made up|portion|rate|anteil\w*|von|vom|der|des|du|part|parte|del?|proporci[óo]n|cuota)\b/iu;

const computations: readonly Computation[] = [
  { words: sum, compute: (a, b) => a + b, unit: 'number' },
  { words: change, compute: (a, b) => a - b, unit: 'number' },
  { words: ratio, compute: (a, b) => a / b, unit: 'number' },
  { words: change, compute: (a, b) => ((a - b) / Math.abs(b)) * 100, unit: 'percent' },
  { words: share, compute: (a, b) => (a / b) * 100, unit: 'percent' },
  { words: change, compute: (a, b) => (a - b) * 100, unit: 'points' },
];

/**
 * Bound on the numbers of a result whose pairs are all tried. In longer ones nearly every number is that of some pair, so
 * that only numbers that the answer states itself count.
 */
const mostRelated = 24;

type Pair = readonly [ResultNumber, ResultNumber];

/** Pairs of stated numbers. */
export function statedPairs(stated: readonly ResultNumber[]): readonly Pair[] {
  return pairsOf([...new Set(stated)].slice(0, 60), () => true);
}

/** Pairs of short results: numbers of one row, of one column, and of results that are one row. */
export function relatedPairs(cells: readonly ResultNumber[]): readonly Pair[] {
  const byResult = [...Map.groupBy(cells, ({ result }) => result).values()].filter((own) => own.length <= mostRelated);
  const alone = byResult.filter((own) => new Set(own.map(({ row }) => row)).size === 1).flat();
  return [
    ...byResult.flatMap((own) => pairsOf(own, (a, b) => a.row === b.row || a.column === b.column)),
    ...(alone.length <= mostRelated ? pairsOf(alone, (a, b) => a.result !== b.result) : []),
  ];
}

function pairsOf(cells: readonly ResultNumber[], are: (a: ResultNumber, b: ResultNumber) => boolean): readonly Pair[] {
  return cells.flatMap((a) => cells.filter((b) => a !== b && are(a, b)).map((b): Pair => [a, b]));
}

interface ComputedNumber {
  readonly unit: Unit;
  /** Whether the outcome is below zero where the sentence says so in words or by a sign. */
  readonly isNegative: boolean;
  readonly saysFall: boolean;
}

/** Whether a number is what its sentence says is computed of two numbers. */
export function isComputed(
  { value, scale }: NumberReading,
  { unit, isNegative, saysFall }: ComputedNumber,
  sentence: string,
  pairs: readonly Pair[],
): boolean {
  const half = 0.5 * 10 ** -scale;
  const slack = half * 1e-9 + Math.abs(value) * 1e-12;
  const target = isNegative ? -value : value;
  return computations.some(({ words, compute, unit: given }) => {
    if (given !== unit || !words.test(sentence)) return false;
    return pairs.some(([a, b]) => {
      const outcome = compute(a.value, b.value);
      if (!Number.isFinite(outcome)) return false;
      const shown = saysFall && !isNegative ? -Math.abs(outcome) : outcome;
      const wanted = saysFall && !isNegative ? -target : target;
      return Math.abs(shown - wanted) <= half + slack;
    });
  });
}
