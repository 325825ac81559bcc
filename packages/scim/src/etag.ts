import { ScimError } from './scim-error.ts';

export function etagOf(version: number): string {
  return `W/"${version}"`;
}

/** Whether one of the tags in a condition matches the resource; compares weakly (RFC 9110 section 8.8.3.2). */
export function fitsTag(condition: string, etag: string): boolean {
  if (condition.trim() === '*') return true;
  const opaque = (tag: string) => tag.trim().replace(/^W\//i, '');
  return condition.split(',').some((tag) => opaque(tag) === opaque(etag));
}

/** @param condition value of `If-Match`, if the request has it @throws ScimError with status 412 */
export function requireMatch(condition: string | undefined, version: number): void {
  if (condition === undefined || fitsTag(condition, etagOf(version))) return;
  throw ScimError.plain(412, 'The resource was changed meanwhile');
}
