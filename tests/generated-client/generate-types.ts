import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript';

/** Generates types with `npx openapi-typescript` from the OpenAPI description that a server serves. */
export async function generateTypes(spec: URL): Promise<string> {
  return astToString(await openapiTypescript(spec));
}

/**
 * Generates the types that the client package keeps. No field is required because the server has a default for it, and kinds
 * of types that the description has none of are left out.
 *
 * @param isReadOnly not for types that `openapi-fetch` reads, which takes read-only lists for objects
 */
export async function generateKeptTypes(
  description: object,
  { isReadOnly }: { readonly isReadOnly: boolean },
): Promise<string> {
  // A description that the project itself makes, which `openapi.test.ts` checks.
  const options = { immutable: isReadOnly, defaultNonNullable: false };
  const text = astToString(await openapiTypescript(description as OpenAPI3, options));
  return text.replaceAll(/^export type \S+ = Record<string, never>;\n/gm, '');
}
