import { type ChartStyle, chartTypes, isMeasure, missingFor, pickColumns, presentationOf } from '@orrery/charts';
import { Answer } from '@orrery/embed';
import { lazy, Suspense, useState } from 'react';
import { ToggleButton } from 'react-aria-components';
import type { Answered } from '../../api/answer-queries.ts';
import { Button } from '../../controls/button.tsx';
import { Choice } from '../../controls/choice.tsx';
import { useIsDark } from '../../shell/theme.ts';
import { exploreWords as words } from '../../words/explore-words.ts';
import { locale } from '../../words/spoken.ts';
import type { ExploreSearch, ShownKind } from '../explore-search.ts';

interface ChartTabProps {
  readonly rows: Answered;
  readonly title: string;
  readonly kind: ShownKind | undefined;
  readonly style: ChartStyle | undefined;
  /** The template of a chart of HTML. */
  readonly html: string | undefined;
  readonly onChange: (next: Pick<ExploreSearch, 'kind' | 'style' | 'html'>) => void;
}

const fitting = 'fitting';

// Only those who style a chart need it.
const ChartSettings = lazy(async () => ({ default: (await import('../chart-style/later.ts')).ChartSettings }));
const HtmlTab = lazy(async () => ({ default: (await import('../chart-style/later.ts')).HtmlTab }));

/** The rows as the chart that fits them, or as the one that was chosen, and what is set for it. */
export function ChartTab({ rows: { columns, rows }, title, kind, style, html, onChange }: ChartTabProps) {
  const isDark = useIsDark();
  const [isOpen, setOpen] = useState(false);
  const picked = pickColumns(columns, rows, style);
  const options = [
    { id: 'kpi', title: words.chartNames.kpi, obstacle: columns.some(isMeasure) ? undefined : words.needsMeasure },
    ...chartTypes.map((type) => ({
      id: type,
      title: words.chartNames[type],
      obstacle: missingFor(type, picked.columns),
    })),
    { id: 'html', title: words.chartNames.html },
  ];
  const presentation = kind === undefined ? presentationOf({ columns, rows, style }) : undefined;
  const drawn = presentation === undefined ? kind : presentation.kind === 'chart' ? presentation.type : undefined;
  const isStyled = drawn !== undefined && drawn !== 'kpi' && drawn !== 'html';
  return (
    <>
      <div className="chart-controls">
        <Choice
          label={words.chartType}
          isLabelUnseen
          value={kind ?? fitting}
          sections={[{ title: '', options: [{ id: fitting, title: words.fitting }, ...options] }]}
          onChange={(id) =>
            onChange({ kind: id === 'kpi' || id === 'html' ? id : chartTypes.find((type) => type === id) })
          }
        />
        {isStyled ? (
          <ToggleButton className="button quiet" isSelected={isOpen} onChange={setOpen}>
            {words.chartSettings}
          </ToggleButton>
        ) : null}
        {kind === undefined && style === undefined ? null : (
          <Button look="quiet" onPress={() => onChange({ kind: undefined, style: undefined, html: undefined })}>
            {words.resetChart}
          </Button>
        )}
      </div>
      <div className="chart-place">
        <div className="answer">
          {kind === 'html' ? (
            <Suspense fallback={null}>
              <HtmlTab {...{ columns, rows, title, html, onChange }} />
            </Suspense>
          ) : (
            <Answer {...{ columns, rows, title, isDark, locale, kind, style }} />
          )}
        </div>
        {isOpen && isStyled ? (
          <Suspense fallback={null}>
            <ChartSettings
              type={drawn}
              columns={columns}
              style={style ?? {}}
              onChange={(next) => onChange({ style: Object.keys(next).length === 0 ? undefined : next })}
            />
          </Suspense>
        ) : null}
      </div>
    </>
  );
}
