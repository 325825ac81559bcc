import {
  type Column,
  isMeasure,
  type KpiBlock,
  kpiBlockKinds,
  type KpiBlockKind,
  type KpiLayout,
  type KpiStyle,
  mostOfKpi,
  type Row,
  usualBlocks,
} from '@orrery/charts';
import { plainTemplate } from '@orrery/embed';
import { Button } from '../../controls/button.tsx';
import { Choice } from '../../controls/choice.tsx';
import { kpiWords as words } from '../../words/chart-words.ts';
import { KpiBlockSettings } from './kpi-block-settings.tsx';
import { KpiLayoutSettings } from './kpi-layout-settings.tsx';
import { changed, orNone } from './settings.ts';
import { SettingGroup } from './settings-controls.tsx';
import { SettingsPanel } from './settings-panel.tsx';

interface KpiSettingsProps {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  readonly kpi: KpiStyle;
  readonly onChange: (kpi: KpiStyle) => void;
}

/** Settings of numbers that stand alone: the blocks that are shown, and how they stand to each other. */
export function KpiSettings({ columns, rows, kpi, onChange }: KpiSettingsProps) {
  const blocks = kpi.blocks ?? usualBlocks(columns, rows);
  const measures = columns.filter(isMeasure);
  const setBlocks = (next: readonly KpiBlock[]) => onChange(changed(kpi, { blocks: next }));
  const setLayout = (layout: KpiLayout) => onChange(changed(kpi, { layout: orNone(layout) }));
  const move = (from: number, to: number) =>
    setBlocks(blocks.toSpliced(from, 1).toSpliced(to, 0, ...blocks.slice(from, from + 1)));
  const add = (id: string) => {
    const kind = kpiBlockKinds.find((each) => each === id);
    if (kind) setBlocks([...blocks, newBlock(kind, columns, measures[0]?.name ?? '')]);
  };
  return (
    <SettingsPanel
      label={words.settings}
      fields={
        <>
          {blocks.map((block, index) => {
            const name = words.block(index + 1, words.kinds[block.kind]);
            return (
              <SettingGroup key={`${index} ${block.kind} ${blocks.length}`} title={name}>
                <KpiBlockSettings
                  block={block}
                  measures={measures}
                  isFirst={index === 0}
                  onChange={(next) => setBlocks(blocks.with(index, next))}
                />
                <div className="block-actions">
                  <Button
                    look="quiet"
                    aria-label={words.moveUp(name)}
                    isDisabled={index === 0}
                    onPress={() => move(index, index - 1)}
                  >
                    {words.up}
                  </Button>
                  <Button
                    look="quiet"
                    aria-label={words.moveDown(name)}
                    isDisabled={index === blocks.length - 1}
                    onPress={() => move(index, index + 1)}
                  >
                    {words.down}
                  </Button>
                  <Button
                    look="quiet"
                    aria-label={words.remove(name)}
                    onPress={() => setBlocks(blocks.toSpliced(index, 1))}
                  >
                    {words.take}
                  </Button>
                </div>
              </SettingGroup>
            );
          })}
          {blocks.length < mostOfKpi.blocks ? (
            <Choice
              key={blocks.length}
              label={words.add}
              value=""
              sections={[{ title: '', options: kpiBlockKinds.map((id) => ({ id, title: words.kinds[id] })) }]}
              onChange={add}
            />
          ) : null}
        </>
      }
      style={<KpiLayoutSettings layout={kpi.layout ?? {}} onChange={setLayout} />}
    />
  );
}

/** A block as it is added: below the one before, except for numbers. */
function newBlock(kind: KpiBlockKind, columns: readonly Column[], measure: string): KpiBlock {
  switch (kind) {
    case 'number':
      return { kind, measure };
    case 'progress':
      return { kind, measure, isBelow: true, target: 100 };
    case 'comparison':
    case 'sparkline':
      return { kind, measure, isBelow: true };
    case 'text':
      return { kind, text: words.newText, isBelow: true };
    case 'html':
      return { kind, template: plainTemplate(columns), isBelow: true };
  }
}
