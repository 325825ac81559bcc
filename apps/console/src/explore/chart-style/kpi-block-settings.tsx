import { type Column, type KpiBlock, mostOfKpi } from '@orrery/charts';
import { htmlWords } from '../../words/html-words.ts';
import { kpiWords as words } from '../../words/chart-words.ts';
import { type Changed, changed, titlesOf } from './settings.ts';
import {
  SettingChoice,
  SettingFormat,
  SettingLines,
  SettingNumber,
  SettingSwitch,
  SettingText,
} from './settings-controls.tsx';

interface KpiBlockSettingsProps {
  readonly block: KpiBlock;
  readonly measures: readonly Column[];
  readonly isFirst: boolean;
  readonly onChange: (block: KpiBlock) => void;
}

type SettingsOf<Kind extends KpiBlock['kind']> = Pick<KpiBlockSettingsProps, 'measures' | 'onChange'> & {
  readonly block: Extract<KpiBlock, { kind: Kind }>;
};

/** Settings of one block of numbers. */
export function KpiBlockSettings({ block, measures, isFirst, onChange }: KpiBlockSettingsProps) {
  return (
    <>
      {'measure' in block ? (
        <SettingChoice
          label={words.measure}
          value={block.measure}
          options={titlesOf(measures)}
          usual={null}
          onChange={(measure) => onChange({ ...block, measure: measure ?? block.measure })}
        />
      ) : null}
      {ownSettings(block, measures, onChange)}
      {isFirst ? null : (
        <SettingSwitch
          label={words.isBelow}
          isOn={block.isBelow === true}
          onChange={(isOn) => onChange(changed<KpiBlock>(block, { isBelow: isOn || undefined }))}
        />
      )}
    </>
  );
}

function ownSettings(block: KpiBlock, measures: readonly Column[], onChange: (block: KpiBlock) => void) {
  switch (block.kind) {
    case 'unreadable':
      return null;
    case 'number':
      return <NumberSettings {...{ block, measures, onChange }} />;
    case 'comparison':
      return <ComparisonSettings {...{ block, measures, onChange }} />;
    case 'progress':
      return <ProgressSettings {...{ block, measures, onChange }} />;
    case 'sparkline':
      return (
        <SettingChoice
          label={words.form}
          value={block.form}
          options={{ bars: words.bars }}
          usual={words.line}
          onChange={(form) => onChange(changed(block, { form }))}
        />
      );
    case 'text':
      return (
        <SettingLines
          label={words.text}
          help={words.textHelp}
          longest={mostOfKpi.text}
          value={block.text}
          onChange={(text) => onChange({ ...block, text })}
        />
      );
    case 'html':
      return (
        <>
          <SettingLines
            label={words.template}
            help={htmlWords.templateHelp}
            longest={mostOfKpi.template}
            value={block.template}
            onChange={(template) => onChange({ ...block, template })}
          />
          <SettingNumber
            label={words.height}
            value={block.height}
            isWithin={(height) => height >= 40 && height <= mostOfKpi.height}
            fault={words.heightFault}
            onChange={(height) => onChange(changed(block, { height }))}
          />
        </>
      );
  }
}

function NumberSettings({ block, onChange }: SettingsOf<'number'>) {
  const set = (next: Changed<typeof block>) => onChange(changed(block, next));
  return (
    <>
      <SettingChoice
        label={words.row}
        value={block.row}
        options={words.rows}
        usual={words.firstRow}
        onChange={(row) => set({ row })}
      />
      <SettingText
        label={words.label}
        value={block.label ?? ''}
        onChange={(label) => set({ label: label === '' ? undefined : label })}
      />
      <SettingSwitch
        label={words.hidesLabel}
        isOn={block.label === ''}
        onChange={(isOn) => set({ label: isOn ? '' : undefined })}
      />
      <SettingFormat label={words.format} value={block.format} onChange={(format) => set({ format })} />
      <SettingChoice
        label={words.size}
        value={block.size}
        options={words.sizes}
        usual={words.medium}
        onChange={(size) => set({ size })}
      />
    </>
  );
}

const ofRows = { first: words.firstRow, ...words.rows };

function RowSetting({ block, onChange }: Pick<SettingsOf<'comparison' | 'progress'>, 'block' | 'onChange'>) {
  return (
    <SettingChoice
      label={words.row}
      value={block.row}
      options={ofRows}
      usual={words.asNumber}
      onChange={(row) => onChange(changed(block, { row }))}
    />
  );
}

function ComparisonSettings({ block, onChange }: SettingsOf<'comparison'>) {
  return (
    <>
      <RowSetting {...{ block, onChange }} />
      <SettingChoice
        label={words.shows}
        value={block.shows}
        options={words.changes}
        usual={words.percent}
        onChange={(shows) => onChange(changed(block, { shows }))}
      />
      <SettingChoice
        label={words.good}
        value={block.good}
        options={words.goods}
        usual={words.neutral}
        onChange={(good) => onChange(changed(block, { good }))}
      />
    </>
  );
}

function ProgressSettings({ block, measures, onChange }: SettingsOf<'progress'>) {
  const set = (next: Changed<typeof block>) => onChange(changed(block, next));
  return (
    <>
      <SettingChoice
        label={words.targetMeasure}
        value={block.targetMeasure}
        options={titlesOf(measures)}
        usual={words.aNumber}
        onChange={(targetMeasure) => set({ targetMeasure })}
      />
      {block.targetMeasure === undefined ? (
        <SettingNumber label={words.target} value={block.target} onChange={(target) => set({ target })} />
      ) : null}
      <RowSetting {...{ block, onChange }} />
      <SettingChoice
        label={words.form}
        value={block.form}
        options={{ circle: words.circle }}
        usual={words.bar}
        onChange={(form) => set({ form })}
      />
      <SettingText
        label={words.label}
        value={block.label ?? ''}
        onChange={(label) => set({ label: label === '' ? undefined : label })}
      />
    </>
  );
}
