import {
  chartPaletteSchema,
  chartPalettesSchema,
  chartPaletteUpdateSchema,
  newChartPaletteSchema,
  pageQuerySchema,
} from '../../platform/index.ts';
import { get, post, put, remove } from '../operation.ts';
import { onAccount, person } from '../takes.ts';

const tag = 'Chart palettes';
const idOf = 'chart palette';
const manages = onAccount('ChartPalettesManage');

/** Colours that charts of the account may have. */
export const chartPaletteOperations = {
  list: get('/chart-palettes', {
    id: 'getChartPalettes',
    tag,
    summary: 'List the palettes that charts may have; the built-in ones are not among them',
    takes: person,
    query: pageQuerySchema,
    answer: chartPalettesSchema,
  }),
  create: post('/chart-palettes', {
    id: 'createChartPalette',
    mayConflict: true,
    tag,
    summary: 'Save a palette for charts',
    takes: manages,
    body: newChartPaletteSchema,
    answer: chartPaletteSchema,
    example: { name: 'Sea', colors: ['#0b3954', '#087e8b', '#bfd7ea'] },
  }),
  update: put('/chart-palettes/:id', {
    id: 'updateChartPalette',
    mayConflict: true,
    tag,
    summary: 'Change a palette: all charts that name it change at once, those of published dashboards included',
    takes: manages,
    idOf,
    body: chartPaletteUpdateSchema,
    answer: chartPaletteSchema,
    example: { colors: ['#0b3954', '#087e8b'] },
  }),
  delete: remove('/chart-palettes/:id', {
    id: 'deleteChartPalette',
    tag,
    summary: 'Delete a palette; charts that name it have the usual colours then',
    takes: manages,
    idOf,
    answer: 'nothing',
  }),
};
