export { mapChart } from './map-chart.ts';
export { mapFormOf, missingForMap, pointColumnsOf } from './map-columns.ts';
export { shapesData } from './map-layers.ts';
export { type MapStyle, readMapStyle } from './map-style.ts';
export { mostOfGeojson, propertiesOf, readShapes, type Shape } from './shapes.ts';
