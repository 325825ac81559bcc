import { type Column, kpisOf, type Row } from '@orrery/charts';

export interface KpisProps {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  readonly locale?: string | undefined;
}

/** The numbers of one row, each under its name. */
export function Kpis({ columns, rows, locale }: KpisProps) {
  return (
    <dl className="orrery-kpis">
      {kpisOf(columns, rows, locale).map(({ label, value, exact }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd title={exact}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
