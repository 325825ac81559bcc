import { chartTypes, isMeasure, missingFor } from '@orrery/charts';
import { Answer } from '@orrery/embed';
import type { Answered } from '../../api/queries.ts';
import { Button } from '../../controls/button.tsx';
import { Choice } from '../../controls/choice.tsx';
import { useIsDark } from '../../shell/theme.ts';
import { exploreWords as words } from '../../words/explore-words.ts';
import { locale } from '../../words/spoken.ts';
import type { ShownKind } from '../explore-search.ts';

interface ChartTabProps {
  readonly rows: Answered;
  readonly title: string;
  readonly kind: ShownKind | undefined;
  readonly onKind: (kind: ShownKind | undefined) => void;
}

const fitting = 'fitting';

/** The rows as the chart that fits them, or as the one that was chosen. */
export function ChartTab({ rows: { columns, rows }, title, kind, onKind }: ChartTabProps) {
  const isDark = useIsDark();
  const options = [
    { id: 'kpi', title: words.chartNames.kpi, obstacle: columns.some(isMeasure) ? undefined : words.needsMeasure },
    ...chartTypes.map((type) => ({
      id: type,
      title: words.chartNames[type],
      obstacle: missingFor(type, columns),
    })),
  ];
  return (
    <>
      <div className="chart-controls">
        <Choice
          label={words.chartType}
          isLabelUnseen
          value={kind ?? fitting}
          sections={[{ title: '', options: [{ id: fitting, title: words.fitting }, ...options] }]}
          onChange={(id) => onKind(id === 'kpi' ? id : chartTypes.find((type) => type === id))}
        />
        {kind === undefined ? null : (
          <Button look="quiet" onPress={() => onKind(undefined)}>
            {words.resetChart}
          </Button>
        )}
      </div>
      <div className="answer">
        <Answer columns={columns} rows={rows} title={title} isDark={isDark} locale={locale} kind={kind} />
      </div>
    </>
  );
}
