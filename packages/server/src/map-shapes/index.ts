export { MapShapes } from './map-shapes.ts';
