import { mapShapesRequestSchema, mapShapesSchema } from '../../platform/index.ts';
import { post } from '../operation.ts';
import { onAccount } from '../takes.ts';

/** Shapes of maps that stand elsewhere. */
export const mapShapesOperations = {
  fetch: post('/map-shapes', {
    id: 'fetchMapShapes',
    tag: 'Reports',
    summary: 'Fetch GeoJSON from an address once, for a map that keeps it; takes the right AIBIExplore',
    takes: onAccount('AIBIExplore'),
    body: mapShapesRequestSchema,
    answer: mapShapesSchema,
    example: { url: 'https://maps.example.com/regions.geojson' },
  }),
};
