import { operatorText } from '@orrery/charts';
import { isWithoutValue, valuesIn } from '../answer/index.ts';
import type { FilterValue } from '../protocol/index.ts';
import { type Settings, filledText, type Widget } from './dashboard.ts';
import type { ControlsInEffect } from './rows.ts';

export interface Control {
  readonly id: string;
  readonly kind: 'filter' | 'grain';
  /** `view.member`. */
  readonly member: string;
  readonly visibility: 'visible' | 'hidden' | 'disabled';
  readonly config: Settings;
}

export type ControlValue = string | number | boolean;

/** A removed filter, which shows all rows. */
export const noFilter: FilterValue = { value: [] };
/** A removed granularity: each chart keeps its own. */
export const noGrain = '';

const namedInText = 2;

/** Texts of controls. */
export const controlTexts = {
  all: 'All',
  more: (named: string, others: number) => `${named} and ${others.toLocaleString()} more`,
  granularity: (name: string) => `${name} by`,
} as const;

export function controlOf({ id, type, config }: Pick<Widget, 'id' | 'type' | 'config'>): Control | undefined {
  if (type !== 'FILTER' && type !== 'TIME_GRAIN') return undefined;
  const [view, name] = [filledText(config['semanticView']), filledText(config['member'])];
  if (name === undefined || (view === undefined && !name.includes('.'))) return undefined;
  const said = filledText(config['visibility'])?.toLowerCase() ?? 'visible';
  const visibility = said === 'visible' || said === 'hidden' ? said : 'disabled';
  const member = name.includes('.') ? name : `${view}.${name}`;
  return { id, kind: type === 'FILTER' ? 'filter' : 'grain', member, visibility, config };
}

/** The name of a control, as its author wrote it, else that of its member. */
export function nameOfControl({ config, member }: Control): string {
  return filledText(config['title']) ?? member.slice(member.indexOf('.') + 1).replaceAll('_', ' ');
}

/** Whether a value removes its filter. */
export function isNoFilter({ value }: FilterValue): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** The operator of a filter with a value that names none. */
export function operatorOf({ config }: Control): string {
  return filledText(config['operator']) ?? 'equals';
}

/**
 * The current value of a filter: the one that the viewer has set, else that of the server, else the published one. A start
 * value from an attribute of the viewer is not known until the server sends it.
 */
export function valueOf(
  control: Control,
  set: FilterValue | undefined,
  inEffect: Pick<ControlsInEffect, 'filters'> | undefined,
): FilterValue {
  if (set) return isNoFilter(set) ? set : { operator: 'equals', ...set };
  if (inEffect) {
    const told = inEffect.filters.find(({ widgetId }) => widgetId === control.id);
    if (!told) return noFilter;
    const { widgetId: _, ...value } = told;
    return value;
  }
  const { value, userAttributeDefault } = control.config;
  if (filledText(userAttributeDefault) !== undefined) return noFilter;
  return { operator: operatorOf(control), value: valuesIn(value) };
}

/** Writes the value of a filter in words. @returns `undefined` for a filter that keeps all rows */
export function textOfValue(
  { operator = 'equals', value }: FilterValue,
  texts: Pick<typeof controlTexts, 'more'> = controlTexts,
): string | undefined {
  if (isWithoutValue(operator)) return operatorText(operator);
  const values = valuesIn(value);
  if (values.length === 0) return undefined;
  const named = values.slice(0, namedInText).join(', ');
  return values.length > namedInText ? texts.more(named, values.length - namedInText) : named;
}
