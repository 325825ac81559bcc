import { z } from 'zod';
import type { JsonSchema } from './json-schemas.ts';
import type { OpenApiDocument } from './openapi-document.ts';

/** What a described schema finds wrong with a body. */
export function describedFaults(
  body: unknown,
  schema: JsonSchema,
  { components }: Pick<OpenApiDocument, 'components'>,
): readonly string[] {
  const inDefs = (part: unknown) => JSON.parse(JSON.stringify(part).replaceAll('#/components/schemas/', '#/$defs/'));
  const whole = z.fromJSONSchema({ ...inDefs(schema), $defs: inDefs(components.schemas) });
  return whole.safeParse(body).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];
}
