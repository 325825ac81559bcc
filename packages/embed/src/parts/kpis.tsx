import { type Column, type Kpi, kpisOf, type Row, sparkPath } from '@orrery/charts';

export interface KpisProps {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  readonly locale?: string | undefined;
}

const line = { width: 120, height: 28 };

/** The numbers of one row, each under its name, with what it is compared with. */
export function Kpis({ columns, rows, locale }: KpisProps) {
  return (
    <dl className="orrery-kpis">
      {kpisOf(columns, rows, locale).map((kpi) => (
        <div key={kpi.label}>
          <dt>{kpi.label}</dt>
          <dd title={kpi.exact}>{kpi.value}</dd>
          {kpi.comparisons.map(({ label, value, change, direction }) => (
            <dd key={label} className="orrery-kpi-change" data-direction={direction}>
              {change === undefined ? null : <strong>{change}</strong>} <span>{`${label}: ${value}`}</span>
            </dd>
          ))}
          <Trend trend={kpi.trend} />
        </div>
      ))}
    </dl>
  );
}

/** A small line; the same values stand in the table. */
function Trend({ trend }: Pick<Kpi, 'trend'>) {
  if (!trend) return null;
  const { width, height } = line;
  return (
    <dd className="orrery-kpi-trend" aria-hidden="true">
      <svg viewBox={`-1 -1 ${width + 2} ${height + 2}`} width={width} height={height} focusable="false">
        <path d={sparkPath(trend, line)} fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
      </svg>
    </dd>
  );
}
