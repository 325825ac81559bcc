export type HeaderValues = Readonly<Record<string, string>>;

interface HeaderRequest {
  /** Headers of a request that was answered with 401, when they are asked for again because of that. */
  readonly refused?: HeaderValues;
}

/** Returns the headers of a request, its credential among them. Called before each request, and once more after a 401. */
export type GetHeaders = (request: HeaderRequest) => HeaderValues | Promise<HeaderValues>;

/** A token, or a function that gets one: called at the first request, and again after a 401. */
export type Token = string | (() => string | Promise<string>);

/** Sends a token, and asks for another one when it is refused; requests side by side ask once. */
export function tokenHeaders(token: Token): GetHeaders {
  if (typeof token === 'string') return () => ({ authorization: token });
  let current: Promise<HeaderValues> | undefined;
  const ask = () => {
    const asked = Promise.resolve()
      .then(token)
      .then((authorization) => ({ authorization }));
    current = asked;
    // A token that could not be got is asked for again by the next request.
    asked.catch(() => {
      if (current === asked) current = undefined;
    });
    return asked;
  };
  return async ({ refused }) => {
    const known = current;
    if (known === undefined) return ask();
    if (refused === undefined || (await known).authorization !== refused['authorization']) return known;
    return current === known ? ask() : (current ?? ask());
  };
}

export function sameHeaders(some: HeaderValues, others: HeaderValues): boolean {
  const names = Object.keys(some);
  return names.length === Object.keys(others).length && names.every((name) => some[name] === others[name]);
}
