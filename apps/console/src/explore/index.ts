export { ManagePalettes } from './chart-style/palettes/manage-palettes.tsx';
