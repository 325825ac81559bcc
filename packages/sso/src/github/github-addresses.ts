interface GitHubAddresses {
  /** Name of the server in its answers. */
  readonly issuer: string;
  readonly authorize: string;
  readonly token: string;
  /** Has no slash at the end. */
  readonly api: string;
}

/**
 * The addresses of GitHub, of an organization at ghe.com, or of an Enterprise Server, whose API is below a path.
 *
 * @param baseUrl such as `https://github.com`, without a slash at the end
 */
export function addressesOf(baseUrl: string): GitHubAddresses {
  const { protocol, host, hostname } = new URL(baseUrl);
  const issuer = `${baseUrl}/login/oauth`;
  const isHosted = hostname === 'github.com' || hostname.endsWith('.ghe.com');
  return {
    issuer,
    authorize: `${issuer}/authorize`,
    token: `${issuer}/access_token`,
    api: isHosted ? `${protocol}//api.${host}` : `${baseUrl}/api/v3`,
  };
}
