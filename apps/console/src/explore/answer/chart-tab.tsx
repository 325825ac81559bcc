import { chartTypes, isMeasure, missingFor, missingForMap, pickColumns, presentationOf } from '@orrery/charts';
import { Answer } from '@orrery/embed';
import { lazy, Suspense, useState } from 'react';
import { ToggleButton } from 'react-aria-components';
import type { QueryAnswer } from '@orrery/embed';
import { Button } from '../../controls/button.tsx';
import { Choice } from '../../controls/choice.tsx';
import { addressOf } from '../../page/addresses.ts';
import { useIsDark } from '../../shell/theme.ts';
import { exploreWords as words } from '../../words/explore-words.ts';
import { locale } from '../../words/spoken.ts';
import { orNone } from '../chart-style/settings.ts';
import { type ExploreSearch, type ShownKind, shownKinds } from '../explore-search.ts';
import { usePresentColors } from './use-present-colors.ts';

type ShownChart = Pick<ExploreSearch, 'kind' | 'style' | 'html' | 'spec' | 'kpi' | 'map'>;

interface ChartTabProps {
  readonly rows: QueryAnswer;
  readonly title: string;
  readonly chart: ShownChart;
  readonly onChange: (next: ShownChart) => void;
}

const fitting = 'fitting';
const asFits: ShownChart = {
  ...{ kind: undefined, style: undefined, html: undefined },
  ...{ spec: undefined, kpi: undefined, map: undefined },
};

// Only those who change a chart need it.
const loadLater = () => import('../chart-style/later.ts');
const ChartSettings = lazy(async () => ({ default: (await loadLater()).ChartSettings }));
const KpiSettings = lazy(async () => ({ default: (await loadLater()).KpiSettings }));
const MapSettings = lazy(async () => ({ default: (await loadLater()).MapSettings }));
const HtmlTab = lazy(async () => ({ default: (await loadLater()).HtmlTab }));
const SpecTab = lazy(async () => ({ default: (await loadLater()).SpecTab }));

/** The rows as the chart that fits them, or as the one that was chosen, and what is set for it. */
export function ChartTab({ rows: { columns, rows }, title, chart, onChange }: ChartTabProps) {
  const { kind, html, spec, kpi } = chart;
  const style = usePresentColors(chart.style);
  const map = usePresentColors(chart.map);
  const isDark = useIsDark();
  const [isOpen, setOpen] = useState(false);
  const picked = pickColumns(columns, rows, style);
  const noMeasure = columns.some(isMeasure) ? undefined : words.needsMeasure;
  const options = [
    { id: 'kpi', title: words.chartNames.kpi, obstacle: noMeasure },
    ...chartTypes.map((type) => ({
      id: type,
      title: words.chartNames[type],
      obstacle: missingFor(type, picked.columns),
    })),
    { id: 'map', title: words.chartNames.map, obstacle: missingForMap(columns) },
    { id: 'html', title: words.chartNames.html },
    { id: 'custom', title: words.chartNames.custom },
  ];
  const drawn = kind ?? drawnKind(presentationOf({ columns, rows, style }));
  const type = chartTypes.find((each) => each === drawn);
  const choose = async (next: ShownKind | undefined) => {
    if (next !== 'custom' || spec !== undefined) return onChange({ kind: next });
    const { specTextOf } = await loadLater();
    onChange({ kind: next, spec: specTextOf(type, { columns, rows, style }) });
  };
  const isSet = type !== undefined || drawn === 'kpi' || drawn === 'map';
  const isEdited = Object.values(chart).some((each) => each !== undefined);
  return (
    <>
      <div className="chart-controls">
        <Choice
          label={words.chartType}
          isLabelUnseen
          value={kind ?? fitting}
          sections={[{ title: '', options: [{ id: fitting, title: words.fitting }, ...options] }]}
          onChange={(id) => void choose(shownKinds.find((each) => each === id))}
        />
        {isSet ? (
          <ToggleButton className="button quiet" isSelected={isOpen} onChange={setOpen}>
            {words.chartSettings}
          </ToggleButton>
        ) : null}
        {type ? (
          <Button look="quiet" onPress={() => void choose('custom')}>
            {words.editSpec}
          </Button>
        ) : null}
        {isEdited ? (
          <Button look="quiet" onPress={() => onChange(asFits)}>
            {words.resetChart}
          </Button>
        ) : null}
      </div>
      <div className="chart-place">
        <div className="answer">
          {kind === 'html' || kind === 'custom' ? (
            <Suspense fallback={null}>
              {kind === 'html' ? (
                <HtmlTab {...{ columns, rows, title, html, onChange }} />
              ) : (
                <SpecTab {...{ columns, rows, title, spec, onChange }} />
              )}
            </Suspense>
          ) : (
            <Answer {...{ columns, rows, title, isDark, locale, kind, style, kpi, map, contentAddress }} />
          )}
        </div>
        {isOpen && isSet ? (
          <Suspense fallback={null}>
            {type ? (
              <ChartSettings
                type={type}
                columns={columns}
                style={style ?? {}}
                onChange={(next) => onChange({ style: orNone(next) })}
              />
            ) : null}
            {drawn === 'kpi' ? (
              <KpiSettings
                columns={columns}
                rows={rows}
                kpi={kpi ?? {}}
                onChange={(next) => onChange({ kind: 'kpi', kpi: orNone(next) })}
              />
            ) : null}
            {drawn === 'map' ? (
              <MapSettings
                columns={columns}
                map={map ?? {}}
                onChange={(next) => onChange({ kind: 'map', map: orNone(next) })}
              />
            ) : null}
          </Suspense>
        ) : null}
      </div>
    </>
  );
}

const contentAddress = addressOf('/embed/sandbox');

function drawnKind(presentation: ReturnType<typeof presentationOf>): ShownKind | undefined {
  if (presentation.kind === 'chart') return presentation.type;
  return presentation.kind === 'kpi' ? 'kpi' : undefined;
}
