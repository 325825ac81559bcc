import { type Column, type ColumnStyle, columnStyleOf, type TableStyle, titleOf } from '@orrery/charts';
import { useState } from 'react';
import { Choice } from '../../controls/choice.tsx';
import { tableWords as words } from '../../words/chart-words.ts';
import { RuleSettings } from './rule-settings.tsx';
import { type Changed, changed, orNone } from './settings.ts';
import { SettingChoice, SettingGroup, SettingNumber, SettingSwitch } from './settings-controls.tsx';

interface TableSettingsProps {
  readonly columns: readonly Column[];
  readonly table: TableStyle;
  /** Why there are no totals. */
  readonly obstacle: string | undefined;
  readonly onChange: (table: TableStyle) => void;
}

/** Settings of a table: totals, and how each column is shown. */
export default function TableSettings({ columns, table, obstacle, onChange }: TableSettingsProps) {
  const [name, setName] = useState(columns[0]?.name);
  const column = columns.find((each) => each.name === name) ?? columns[0];
  const hidden = columns.filter((each) => columnStyleOf(table, each.name).isHidden).length;
  if (!column) return null;
  const style = columnStyleOf(table, column.name);
  const set = (next: Changed<ColumnStyle>) => {
    const one = orNone(changed(style, next));
    const all = changed<Readonly<Record<string, ColumnStyle>>>(table.columns ?? {}, { [column.name]: one });
    onChange(changed(table, { columns: orNone(all) }));
  };
  const isNumber = column.type === 'number';
  const { link, ...ofNumbers } = words.displays;
  return (
    <section className="chart-settings" aria-label={words.settings}>
      <div className="settings">
        <SettingSwitch
          label={words.totals}
          isOn={table.hasTotals === true && obstacle === undefined}
          onChange={(isOn) => onChange(changed(table, { hasTotals: isOn || undefined }))}
          obstacle={obstacle}
        />
        <Choice
          label={words.column}
          value={column.name}
          sections={[{ title: '', options: columns.map((each) => ({ id: each.name, title: titleOf(each) })) }]}
          onChange={setName}
        />
        <SettingGroup key={column.name} title={titleOf(column)}>
          <SettingSwitch
            label={words.isShown}
            isOn={style.isHidden !== true}
            onChange={(isOn) => set({ isHidden: isOn ? undefined : hidden < columns.length - 1 || undefined })}
          />
          <SettingSwitch
            label={words.isPinned}
            isOn={style.isPinned === true}
            onChange={(isOn) => set({ isPinned: isOn || undefined })}
          />
          <SettingNumber label={words.width} value={style.width} onChange={(width) => set({ width })} />
          {isNumber || column.type === 'string' ? (
            <SettingChoice
              label={words.display}
              value={style.display}
              options={isNumber ? ofNumbers : { link }}
              usual={words.text}
              onChange={(display) => set({ display })}
            />
          ) : null}
          {isNumber ? (
            <>
              <SettingChoice
                label={words.format}
                value={style.format?.type}
                options={words.formats}
                usual={words.ofModel}
                onChange={(type) => set({ format: type && { ...style.format, type } })}
              />
              {style.format ? (
                <SettingNumber
                  label={words.decimals}
                  value={style.format.decimalPlaces}
                  isWithin={(places) => Number.isInteger(places) && places >= 0 && places <= 20}
                  fault={words.decimalsFault}
                  onChange={(decimalPlaces) =>
                    style.format && set({ format: changed(style.format, { decimalPlaces }) })
                  }
                />
              ) : null}
              <RuleSettings rules={style.rules ?? []} onChange={(rules) => set({ rules })} />
            </>
          ) : null}
        </SettingGroup>
      </div>
    </section>
  );
}
