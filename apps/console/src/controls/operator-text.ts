import { operatorText as englishText } from '@orrery/charts';
import { spoken } from '../words/spoken.ts';

/** Words of an operator of a filter, between a member and its values. */
export function operatorText(operator: string): string {
  return spoken({ text: englishText(operator) }).text;
}
