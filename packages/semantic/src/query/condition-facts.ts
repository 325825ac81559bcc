import type { Instant } from '../time/index.ts';
import type { ConditionOver, Test, TextMatch } from './condition.ts';
import type { QueryConstant } from './query.ts';

/** Whether a row with NULL in every operand passes. */
export function passesNull(condition: ConditionOver<unknown>): boolean {
  switch (condition.kind) {
    case 'and':
      return condition.conditions.every(passesNull);
    case 'or':
      return condition.conditions.some(passesNull);
    case 'rule':
      return passesNull(condition.where);
    case 'null':
      return !condition.isNegated;
    case 'one-of':
    case 'text':
      return condition.keepsNull;
    case 'true':
    case 'segment':
    case 'measure-filters':
    case 'compare':
    case 'range':
      return false;
  }
}

/** The end of a range for comparison with `<=`. */
export type RangeEnd = QueryConstant | { readonly type: 'last-moment-before'; readonly instant: Instant };

/** Arguments of an author's function for a test; `undefined` when its values alone do not express the test. */
export function functionValues(test: Test<unknown>): readonly RangeEnd[] | undefined {
  switch (test.kind) {
    case 'one-of':
      return test.isNegated || test.keepsNull ? undefined : test.values;
    case 'text':
      return test.isNegated || test.keepsNull ? undefined : test.values.map((text) => ({ type: 'string', text }));
    case 'true':
      return [{ type: 'boolean', isTrue: true }];
    case 'compare':
      return [test.value];
    case 'range':
      if (test.isNegated || test.from === undefined || test.to === undefined) return undefined;
      return [
        { type: 'time', instant: test.from },
        { type: 'last-moment-before', instant: test.to },
      ];
    case 'null':
    case 'segment':
    case 'measure-filters':
      return undefined;
  }
}

/** Whether known texts pass a condition, by the rules of an engine. */
export function holdsOf<Operand>(condition: ConditionOver<Operand>, textOf: (operand: Operand) => string): boolean {
  switch (condition.kind) {
    case 'and':
      return condition.conditions.every((one) => holdsOf(one, textOf));
    case 'or':
      return condition.conditions.some((one) => holdsOf(one, textOf));
    case 'null':
      return condition.isNegated;
    case 'one-of': {
      const text = textOf(condition.operand);
      return condition.values.some((value) => textIn(value) === text) !== condition.isNegated;
    }
    case 'text': {
      const text = textOf(condition.operand).toLowerCase();
      const isMatched = condition.values.some((value) => matches(condition.match, text, value.toLowerCase()));
      return isMatched !== condition.isNegated;
    }
    case 'compare':
      return compares(condition.operator, textOf(condition.operand), textIn(condition.value));
    case 'rule':
    case 'true':
    case 'range':
    case 'segment':
    case 'measure-filters':
      throw new Error(`known texts cannot be tested by a condition of kind ${condition.kind}`);
  }
}

function matches(match: TextMatch, text: string, value: string): boolean {
  switch (match) {
    case 'contains':
      return text.includes(value);
    case 'starts-with':
      return text.startsWith(value);
    case 'ends-with':
      return text.endsWith(value);
  }
}

function compares(operator: '<' | '<=' | '>' | '>=', text: string, value: string): boolean {
  switch (operator) {
    case '<':
      return text < value;
    case '<=':
      return text <= value;
    case '>':
      return text > value;
    case '>=':
      return text >= value;
  }
}

function textIn(value: QueryConstant): string {
  if (value.type !== 'string') throw new Error('a text is compared with text');
  return value.text;
}
