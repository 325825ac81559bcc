const own = 'application/scim+json; charset=utf-8';
const plain = 'application/json; charset=utf-8';

/** Media type of the answer: SCIM's own, unless the client accepts only plain JSON. */
export function mediaTypeFor(headers: {
  readonly accept?: string | undefined;
  readonly 'content-type'?: string | undefined;
}): string {
  const { accept, 'content-type': given } = headers;
  if (isNamed('application/scim+json', accept) || isNamed('application/scim+json', given)) return own;
  return isNamed('application/json', accept) && !isNamed('*/*', accept) ? plain : own;
}

function isNamed(type: string, header: string | undefined): boolean {
  return header?.split(',').some((part) => part.split(';')[0]?.trim().toLowerCase() === type) ?? false;
}
