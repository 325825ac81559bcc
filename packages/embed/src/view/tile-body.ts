import { type Presentation, presentationOf, type Column, type Row } from '@orrery/charts';
import type { DisplaySettings } from './tile.ts';

/** The settings by which a chart is drawn; a map is one as well. */
type DrawnSettings = Pick<
  Parameters<typeof import('../chart/draw-chart.ts').drawChart>[1],
  'kind' | 'style' | 'spec' | 'map'
>;

/** The form in which the rows of a tile are drawn, with its settings. */
export type TileBody =
  | { readonly kind: 'table' }
  | { readonly kind: 'kpi'; readonly spec: unknown }
  | { readonly kind: 'html'; readonly template: string | undefined }
  | { readonly kind: 'chart'; readonly chart: DrawnSettings };

export interface BodySettings extends Omit<DrawnSettings, 'kind'> {
  /** The settings of KPIs. */
  readonly kpi?: unknown;
}

/** Combines a presentation with the settings that apply to it. */
export function bodyOf(presentation: Presentation, { spec, style, kpi, map }: BodySettings): TileBody {
  switch (presentation.kind) {
    case 'kpi':
      return { kind: 'kpi', spec: kpi };
    case 'map':
      return { kind: 'chart', chart: { map: map ?? {} } };
    case 'chart':
      return { kind: 'chart', chart: presentation.type ? { kind: presentation.type, style } : { spec } };
    default:
      return presentation;
  }
}

/** Decides what the rows of a report are drawn as. */
export function bodyOfReport(
  { kind, spec }: Pick<DisplaySettings, 'kind' | 'spec'>,
  columns: readonly Column[],
  rows: readonly Row[],
): TileBody {
  const presentation = presentationOf({ kind: kind ?? undefined, spec, columns, rows });
  return bodyOf(presentation, { spec, map: spec, kpi: kind === 'kpi' ? spec : undefined });
}
