import type { AnnouncedColumn } from './wire.ts';
import type { WireSettings } from './wire-settings.ts';

const text = { oid: 25, size: -1, modifier: -1 } as const;

/** Columns and rows of SHOW. */
export interface SettingRows {
  readonly columns: readonly AnnouncedColumn[];
  readonly rows: readonly (readonly (string | null)[])[];
}

export function columnsOfShow(name: string): readonly AnnouncedColumn[] {
  const names = name.toLowerCase() === 'all' ? ['name', 'setting', 'description'] : ['setting'];
  return names.map((one) => ({ name: one, ...text }));
}

/** @throws StatementInvalid for an unknown setting */
export function showSetting(name: string, settings: WireSettings): SettingRows {
  const columns = columnsOfShow(name);
  if (name.toLowerCase() !== 'all') return { columns, rows: [[settings.require(name)]] };
  return { columns, rows: settings.all().map((one) => [one.name, one.setting, one.description]) };
}
