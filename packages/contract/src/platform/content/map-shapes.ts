import { z } from 'zod';

export const mapShapesRequestSchema = z.object({
  /** An `https:` or `http:` address of GeoJSON, without a user and a password. */
  url: z.string().max(2_000),
});

export const mapShapesSchema = z.strictObject({
  /** GeoJSON as text, as the setting `geojson` of a map holds it. */
  geojson: z.string(),
});
