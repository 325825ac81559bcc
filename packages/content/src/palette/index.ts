export { type ChartPalette, PaletteService } from './palette-service.ts';
export { SavedPalettes } from './saved-palettes.ts';
