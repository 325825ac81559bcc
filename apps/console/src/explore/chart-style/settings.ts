import { type ChartStyle, type ChartType, type Column, titleOf } from '@orrery/charts';

export interface SettingsProps {
  readonly type: ChartType;
  readonly columns: readonly Column[];
  readonly style: ChartStyle;
  readonly onSet: (changed: Changed<ChartStyle>) => void;
}

/** Settings with others in place of some; `undefined` takes one out. */
export type Changed<T> = { readonly [Key in keyof T]?: T[Key] | undefined };

export function changed<T extends object>(settings: T, next: Changed<T>): T {
  const entries = Object.entries({ ...settings, ...next }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as T; // without what is absent, which the type allows to be
}

/** @returns the settings, or `undefined` where nothing is set */
export function orNone<T extends object>(settings: T): T | undefined {
  return Object.keys(settings).length === 0 ? undefined : settings;
}

/** Columns as options: their titles by their names. */
export function titlesOf(columns: readonly Column[]): Readonly<Record<string, string>> {
  return Object.fromEntries(columns.map((column) => [column.name, titleOf(column)]));
}
