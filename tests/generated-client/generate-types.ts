import openapiTypescript, { astToString } from 'openapi-typescript';

/** The types that `npx openapi-typescript` writes for what a server says of itself. */
export async function generateTypes(spec: URL): Promise<string> {
  return astToString(await openapiTypescript(spec));
}
