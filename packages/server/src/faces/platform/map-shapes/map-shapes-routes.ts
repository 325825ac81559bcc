import { mapShapesOperations } from '@orrery/contract';
import { clientSignal } from '../../../http/index.ts';
import type { MapShapes } from '../../../map-shapes/index.ts';
import { type PlatformFace, serve } from '../serve.ts';

export interface MapShapesServices {
  readonly mapShapes: Pick<MapShapes, 'fetch'>;
}

/** Fetches shapes of maps from other servers. */
export function serveMapShapes(face: PlatformFace, { mapShapes }: MapShapesServices): void {
  serve(face, mapShapesOperations.fetch, async ({ accountId, body: { url }, reply }) => ({
    geojson: await mapShapes.fetch(url, { accountId, signal: clientSignal(reply) }),
  }));
}
