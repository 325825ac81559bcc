import { z } from 'zod';
import { instant } from '../instant.ts';
import { nullAsAbsent } from '../null-as-absent.ts';
import { pageInfoSchema } from '../page.ts';
import { name } from '../text.ts';

/** Colours that charts of the account may have. */
export const chartPaletteSchema = z.strictObject({
  /** Charts name it by this number. */
  id: z.int(),
  name: z.string(),
  /** Such as `#4061d0`; of categories in their order, of amounts from small to large. */
  colors: z.array(z.string()),
  createdAt: instant,
  updatedAt: instant,
});

export const chartPalettesSchema = z.strictObject({ items: z.array(chartPaletteSchema), pageInfo: pageInfoSchema });

/** The colours of a palette. The service reports the fault of each colour. */
const colors = z.array(z.string().max(100)).max(100);

export const newChartPaletteSchema = z.object({ name, colors });

/** Absent fields stay as they are; `colors` is set as a whole. */
export const chartPaletteUpdateSchema = z.object({ name: nullAsAbsent(name), colors: nullAsAbsent(colors) });

export type WireChartPalette = z.infer<typeof chartPaletteSchema>;
