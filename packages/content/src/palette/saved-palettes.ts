import type { JsonObject } from '@orrery/kernel';
import { mayNamePalette, metaWithPalettes, specWithPalettes } from '@orrery/charts';
import type { Writer } from '@orrery/store';
import { type ItemSpace, workspaceOfAccount } from '../item/index.ts';
import { SavedStore } from '../saved/index.ts';
import { paletteKind } from './palette-kind.ts';

/** The stored part of a chart that names a palette. */
interface KeptChart {
  readonly meta: JsonObject | null;
  readonly spec?: string | JsonObject | null;
}

/** The palettes of the account that charts name. */
export class SavedPalettes {
  readonly #store = new SavedStore(paletteKind);

  /**
   * Returns charts with the present colours of the palettes that they name; those of deleted palettes have none. Items
   * of viewers have no access to palettes of the account: a chart in their space keeps the colours that it was copied
   * with.
   */
  async inCharts<Chart extends KeptChart>(
    writer: Writer,
    { accountId, space }: ItemSpace,
    charts: readonly Chart[],
  ): Promise<readonly Chart[]> {
    if (space !== workspaceOfAccount || !charts.some(({ meta, spec }) => mayNamePalette(meta, spec))) return charts;
    const rows = await this.#store.all(writer, accountId);
    const colors = new Map(rows.map((row) => [row.id, JSON.parse(row.value) as readonly string[]])); // we wrote it
    return charts.map((chart) => withPalettes(chart, (id) => colors.get(id)));
  }
}

/** @returns the very chart when it names no palette */
function withPalettes<Chart extends KeptChart>(
  chart: Chart,
  colorsOf: (id: number) => readonly string[] | undefined,
): Chart {
  const { meta, spec } = chart;
  if (!mayNamePalette(meta, spec)) return chart;
  return {
    ...chart,
    meta: meta && metaWithPalettes(meta, colorsOf),
    ...(spec === undefined ? {} : { spec: specWithPalettes(spec, colorsOf) }),
  };
}
