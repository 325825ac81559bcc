const secrets = ['code', 'state', 'id_token', 'access_token', 'response', 'SAMLResponse'];
const longestParameter = 500;
const mostParameters = 30;

/** The parameters of an answer as an admin sees them, without those that open something. */
export function shownParameters(parameters: URLSearchParams): Readonly<Record<string, string>> {
  const shown = [...parameters].slice(0, mostParameters).map(([name, value]) => {
    const text = secrets.includes(name) ? 'is there' : value.slice(0, longestParameter);
    return [`${name.slice(0, longestParameter)} (in the address)`, text] as const;
  });
  return Object.fromEntries(shown);
}
