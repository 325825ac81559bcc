import { type Presentation, presentationOf, type Column, type Row } from '@orrery/charts';
import type { DisplaySettings } from './tile.ts';

type ChartInput = Parameters<typeof import('../chart/draw-chart.ts').drawChart>[1];

/** The settings by which a chart is drawn; a map is one as well. */
type ChartSettings = Pick<ChartInput, 'kind' | 'style' | 'spec' | 'map'>;

/** What the rows of a tile are drawn as. */
export type TileBody =
  | { readonly kind: 'table' }
  | { readonly kind: 'kpi'; readonly spec: unknown }
  | { readonly kind: 'html'; readonly template: string | undefined }
  | { readonly kind: 'chart'; readonly chart: ChartSettings };

export interface BodySettings extends Omit<ChartSettings, 'kind'> {
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
