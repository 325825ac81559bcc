import openapiTypescript, { astToString } from 'openapi-typescript';

/** Generates types with `npx openapi-typescript` from the OpenAPI description that a server serves. */
export async function generateTypes(spec: URL): Promise<string> {
  return astToString(await openapiTypescript(spec));
}
