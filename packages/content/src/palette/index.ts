export { paletteKind } from './palette-kind.ts';
export { SavedPalettes } from './saved-palettes.ts';
