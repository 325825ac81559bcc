import { chartPaletteOperations, type WireChartPalette } from '@orrery/contract';
import type { Saved, SavedService } from '@orrery/content';
import { byNumber, presentPage, rangeFrom, readPage } from '../page.ts';
import { presentInstant } from '../present-instant.ts';
import { type PlatformFace, serve } from '../serve.ts';

export interface ChartPaletteServices {
  readonly chartPalettes: SavedService<readonly string[]>;
}

const order = byNumber('chart palettes');

/** Serves the palettes that charts of the account may have. */
export function serveChartPalettes(face: PlatformFace, { chartPalettes }: ChartPaletteServices): void {
  serve(face, chartPaletteOperations.list, async ({ accountId, query }) => {
    const page = readPage(query, order);
    return presentPage(await chartPalettes.list(accountId, rangeFrom(page)), page, presentPalette);
  });

  serve(face, chartPaletteOperations.create, async ({ makeChange, body }) =>
    presentPalette(await makeChange((change) => chartPalettes.create(change, { name: body.name, value: body.colors }))),
  );

  serve(face, chartPaletteOperations.update, async ({ makeChange, params: { id }, body }) =>
    presentPalette(
      await makeChange((change) => chartPalettes.update(change, id, { name: body.name, value: body.colors })),
    ),
  );

  serve(face, chartPaletteOperations.delete, ({ makeChange, params: { id } }) =>
    makeChange((change) => chartPalettes.delete(change, id)),
  );
}

function presentPalette({ id, name, value, createdAt, updatedAt }: Saved<readonly string[]>): WireChartPalette {
  const stamps = { createdAt: presentInstant(createdAt), updatedAt: presentInstant(updatedAt) };
  return { id, name, colors: [...value], ...stamps };
}
