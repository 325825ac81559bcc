import type { PieceMembers } from '../fit/index.ts';
import { type QuestionFault, ofModel, type ParsedQuestion } from '../read/index.ts';
import type { VisibleMeasure } from '../visible-model.ts';
import { partsOf, type Understood } from './write-query.ts';

/**
 * Finds the members of which a question requires something that they cannot give: an amount is not a number of things,
 * and an average has no total.
 */
export function faultsOf(
  reading: ParsedQuestion,
  understood: Pick<Understood, 'slots' | 'fit'>,
  members: PieceMembers,
): readonly QuestionFault[] {
  const parts = partsOf(understood);
  const measures = parts.measures.flatMap(({ member }) => members.measure(member) ?? []);
  const grain = parts.time?.granularity;
  return [
    ...listFaults(reading, understood, parts.groupings.length + (grain === undefined ? 0 : 1), measures, members),
    ...countFaults(reading, measures),
    ...totalFaults(reading, measures),
    ...aggregateFaults(reading, measures),
    ...flagFaults(understood),
    ...rankFaults(reading, parts.groupings.length + (grain === undefined ? 0 : 1)),
    ...parts.groupings
      .filter(({ type, granularity }) => type === 'time' && granularity === undefined)
      .map(
        ({ title }): QuestionFault => ({
          words: title,
          reason: `say by which unit of time, as "by month of ${title}"`,
        }),
      ),
    ...seriesFaults(reading, measures, grain),
    ...alternativeFaults(understood),
  ];
}

/** A number is no list of what it counts. */
function listFaults(
  { isList, measures: mentions, rank }: ParsedQuestion,
  { fit }: Pick<Understood, 'fit'>,
  groupings: number,
  [measure]: readonly VisibleMeasure[],
  members: PieceMembers,
): readonly QuestionFault[] {
  if (!isList || groupings > 0 || rank || !measure?.aggType.toLowerCase().startsWith('count')) return [];
  const words = mentions[0]?.words ?? measure.shortTitle;
  const field = members.piece(fit.piece)?.dimensions.find(({ type }) => type === 'string');
  const example = field ? `, as "list ${field.shortTitle}"` : '';
  return [{ words, reason: `it is a number; say which field to list${example}, or ask "how many ${words}"` }];
}

function countFaults(
  { asksCount, measures }: ParsedQuestion,
  [measure]: readonly VisibleMeasure[],
): readonly QuestionFault[] {
  if (!asksCount || !measure) return [];
  const words = measures[0]?.words ?? measure.shortTitle;
  if (measure.currency !== undefined || measure.format === 'currency') {
    return [
      { words, reason: `"how many" asks for a number of things, and ${measure.shortTitle} is an amount of money` },
    ];
  }
  if (isPart(measure) || ['avg', 'min', 'max'].includes(measure.aggType)) {
    return [{ words, reason: `"how many" asks for a number of things, and ${measure.shortTitle} does not count` }];
  }
  return [];
}

function totalFaults({ asksTotal }: ParsedQuestion, measures: readonly VisibleMeasure[]): readonly QuestionFault[] {
  if (!asksTotal) return [];
  return measures
    .filter((measure) => isPart(measure) || ['avg', 'min', 'max'].includes(measure.aggType))
    .map(({ shortTitle }) => ({ words: 'total', reason: `${shortTitle} has no total` }));
}

/** "Average revenue" is another measure than revenue, unless that is an average. */
function aggregateFaults(
  { aggregates }: ParsedQuestion,
  measures: readonly VisibleMeasure[],
): readonly QuestionFault[] {
  return aggregates
    .filter(({ type }) => measures.some(({ aggType }) => !aggType.toLowerCase().startsWith(type.toLowerCase())))
    .map(({ words }) => ({ words, reason: ofModel, isName: true }));
}

/** Reports fields that a question names without a value, and by which it does not group. */
function flagFaults({ slots, fit }: Pick<Understood, 'slots' | 'fit'>): readonly QuestionFault[] {
  return slots.flatMap((slot, index): readonly QuestionFault[] => {
    const choice = fit.choices[index];
    if (slot.role !== 'flag' || choice?.kind !== 'dimension' || choice.type === 'boolean') return [];
    return [{ words: slot.words, reason: `write "by ${slot.words}", or which value it should have` }];
  });
}

/** A share of something. */
function isPart({ format }: VisibleMeasure): boolean {
  return typeof format === 'string' && format.startsWith('percent');
}

function rankFaults({ rank }: ParsedQuestion, groupings: number): readonly QuestionFault[] {
  if (!rank || groupings === 1) return [];
  if (groupings === 0) return [{ words: rank.words, reason: 'say what should be ordered, as "top 5 … by …"' }];
  if (rank.limit === undefined) return [];
  return [{ words: rank.words, reason: 'I count the first rows of one grouping, not of each group of another' }];
}

function seriesFaults(
  { period }: ParsedQuestion,
  measures: readonly VisibleMeasure[],
  grain: string | undefined,
): readonly QuestionFault[] {
  if (grain === undefined || (period?.from !== undefined && period.to !== undefined)) return [];
  return measures
    .filter(({ cumulative }) => cumulative === true)
    .map(({ shortTitle }) => ({ words: shortTitle, reason: 'it adds up over time; say from when to when' }));
}

/** "In Oslo or shipped" is no choice of values of one field. */
function alternativeFaults({ slots, fit }: Pick<Understood, 'slots' | 'fit'>): readonly QuestionFault[] {
  return slots.flatMap((slot, index): readonly QuestionFault[] => {
    if (!slot.isAlternative || fit.choices[index]?.member === fit.choices[index - 1]?.member) return [];
    return [{ words: `or ${slot.words}`, reason: 'a choice is one between values of one field' }];
  });
}
