interface OwnCookie {
  readonly name: string;
  /** `https`, or something else. */
  readonly protocol: string;
  /** Path of the public address, without a slash at the end; absent or empty at the root. */
  readonly publicPath?: string;
}

/**
 * Names a cookie of this server. Over HTTPS, browsers accept `__Host-` only from this exact host and for the whole of
 * it, `__Secure-` for a path too.
 */
export function ownCookieName({ name, protocol, publicPath = '' }: OwnCookie): string {
  const prefix = publicPath === '' ? '__Host-' : '__Secure-';
  return `${protocol === 'https' ? prefix : ''}${name}`;
}

/** Returns the value of a cookie in a `Cookie` header; `undefined` without one, or with two of the name. */
export function cookieIn(header: string | undefined, name: string): string | undefined {
  const found = (header ?? '').split(';').flatMap((pair) => {
    const [key = '', ...value] = pair.split('=');
    return key.trim() === name ? [value.join('=').trim()] : [];
  });
  return found.length === 1 ? found[0] : undefined;
}
