import { paletteFaults } from '@orrery/charts';
import type { SavedKind } from '../saved/index.ts';

/**
 * Palettes of charts. Charts name them, so that a change shows wherever they are drawn next; charts that name a deleted
 * one have the usual colours.
 */
export const paletteKind: SavedKind<readonly string[]> = {
  table: 'chart_palette',
  column: 'colors',
  noun: 'chart palette',
  plural: 'palettes',
  code: 'chart-palette',
  audit: {
    created: 'Created chart palette',
    updated: 'Updated chart palette',
    deleted: 'Deleted chart palette',
    id: 'paletteId',
  },
  faultsOf: paletteFaults,
};
