import { type Control, type ControlsInEffect, isNoFilter, noFilter, settingsOf, textOf, valuesIn } from '@orrery/embed';
import { dashboardWords as words, operatorText } from '../words/dashboard-words.ts';

export type Single = string | number | boolean;

export interface FilterValue {
  readonly operator?: string;
  readonly value?: Single | readonly Single[];
}

/** The name of a control, as its author wrote it, else that of its member. */
export function nameOfControl({ config, member }: Control): string {
  return textOf(config['title']) ?? member.slice(member.indexOf('.') + 1).replaceAll('_', ' ');
}

export function operatorOf({ config }: Control): string {
  return textOf(config['operator']) ?? 'equals';
}

/**
 * The value of a filter that acts: what the viewer has set, else what the server says, else what it was published with.
 */
export function valueOf(
  control: Control,
  set: FilterValue | undefined,
  inEffect: ControlsInEffect | undefined,
): FilterValue {
  if (set) return isNoFilter(set) ? set : { operator: 'equals', ...set };
  if (inEffect) {
    const { widgetId: _, ...told } = inEffect.filters.find(({ widgetId }) => widgetId === control.id) ?? {
      widgetId: '',
      ...noFilter,
    };
    return told as FilterValue; // as the contract says
  }
  return { operator: operatorOf(control), value: valuesIn(settingsOf(control.config)['value']) };
}

const namedInText = 2;

/** The setting of a filter in words. */
export function textOfValue(filter: FilterValue): string {
  if (filter.operator === 'is_null' || filter.operator === 'is_not_null') return operatorText(filter.operator);
  const values = valuesIn(filter.value);
  if (isNoFilter(filter) || values.length === 0) return words.all;
  const named = values.slice(0, namedInText).join(', ');
  return values.length > namedInText ? words.more(named, values.length - namedInText) : named;
}
