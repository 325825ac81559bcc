const mostCharacters = 2_000;

/** A host and a path, without what makes two texts of one address: user information, queries, fragments, the usual port. */
const form =
  /^https:\/\/(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::(?!443\/)[1-9]\d{0,4})?\/[A-Za-z0-9\-._~:@!$&'()*+,;=%/]+$/;

/** Whether the id of a client is the address of a document that describes it. */
export function isDocumentAddress(clientId: string): boolean {
  if (clientId.length > mostCharacters || !form.test(clientId)) return false;
  return URL.parse(clientId)?.href === clientId && !/%2f|%5c/i.test(clientId); // dot segments and numbers for hosts differ
}

/** Whether a query names one client, by such an address. */
export function namesDocument(query: string): boolean {
  const [id, ...others] = new URLSearchParams(query).getAll('client_id');
  return id !== undefined && others.length === 0 && isDocumentAddress(id);
}
