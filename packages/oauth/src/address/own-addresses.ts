/** Where clients reach the server, from its settings. */
export interface PublicAddress {
  /** Has no slash at the end. */
  readonly publicUrl?: string | undefined;
  /** The origin on this machine; absent where other machines can reach the server, which need a public address. */
  readonly localOrigin?: (() => string) | undefined;
}

/** The parts of a request that say which address the client used. */
interface AddressedRequest {
  readonly host: string;
  /** The target as it was sent. */
  readonly originalUrl: string;
}

const mcpPath = '/api/mcp';
/** The longest query of a resource, and its characters: it is repeated in headers. */
const queryForm = /^\?[A-Za-z0-9_.~=&%-]{1,200}$/;

/**
 * The addresses by which clients name this server. They follow from the settings and never from the `Host` header, so that
 * no request can make the server speak as another one.
 */
export class OwnAddresses {
  readonly #settings: PublicAddress;

  constructor(settings: PublicAddress) {
    this.#settings = settings;
  }

  /** Whether the settings give an address; OAuth is off without one. */
  get isKnown(): boolean {
    return this.#settings.publicUrl !== undefined || this.#settings.localOrigin !== undefined;
  }

  /** The name of the authorization server; `undefined` where no address is known. */
  issuer(): string | undefined {
    return this.#settings.publicUrl ?? this.#settings.localOrigin?.();
  }

  /** The path of the public address, without a slash at the end; empty when it has none. */
  path(): string {
    const { publicUrl } = this.#settings;
    return publicUrl === undefined ? '' : new URL(publicUrl).pathname.replace(/\/$/, '');
  }

  /**
   * The address of the MCP server as the client of a request wrote it, its slash and query included: clients compare it
   * with theirs as text.
   *
   * @param request one to the MCP server
   */
  mcpResourceOf(request: AddressedRequest): string | undefined {
    const [path = '', query] = splitAtQuery(request.originalUrl);
    return this.#mcpResource(request.host, path.endsWith('/') ? '/' : '', query);
  }

  /** The address of the metadata of the MCP server that a request asked for, for its challenge. */
  mcpMetadataOf(request: AddressedRequest): string | undefined {
    const base = this.#baseFor(request.host);
    if (base === undefined) return undefined;
    const { origin } = new URL(base);
    const [, query] = splitAtQuery(request.originalUrl);
    return `${origin}/.well-known/oauth-protected-resource${this.path()}${mcpPath}${soundQuery(query)}`;
  }

  /** The resource that the metadata of protected resources describe, asked for at any of their addresses. */
  resourceDescribedAt({ host, originalUrl }: AddressedRequest): string | undefined {
    return this.#mcpResource(host, '', splitAtQuery(originalUrl)[1]);
  }

  /** Audiences of tokens that are for the whole server. */
  audiencesOfAll(): readonly string[] {
    const issuer = this.issuer();
    return issuer === undefined ? [] : [issuer, `${issuer}/`];
  }

  /** Audiences of tokens for one of the APIs, by its path. */
  audiencesAt(path: '/api/v1' | '/api/scim/v2'): readonly string[] {
    const issuer = this.issuer();
    return issuer === undefined ? [] : [...this.audiencesOfAll(), `${issuer}${path}`];
  }

  /**
   * Whether tokens can be asked for this resource (RFC 8707): the server, one of its APIs, or its MCP server, for all
   * deployments or for one.
   */
  isResource(text: string): boolean {
    const issuer = this.issuer();
    if (issuer === undefined) return false;
    if ([...this.audiencesOfAll(), `${issuer}/api/v1`, `${issuer}/api/scim/v2`].includes(text)) return true;
    const base = this.#bases().find((each) => text.startsWith(`${each}${mcpPath}`));
    if (base === undefined) return false;
    const rest = text.slice(base.length + mcpPath.length).replace(/^\//, '');
    return rest === '' || (queryForm.test(rest) && new URLSearchParams(rest).getAll('deploymentId').length <= 1);
  }

  #mcpResource(host: string, slash: string, query: string): string | undefined {
    const base = this.#baseFor(host);
    return base === undefined ? undefined : `${base}${mcpPath}${slash}${soundQuery(query)}`;
  }

  /** The spelling of this machine that a client used, out of a closed list; else the issuer. */
  #baseFor(host: string): string | undefined {
    const bases = this.#bases();
    return bases.find((base) => base.slice(base.indexOf('//') + 2) === host) ?? bases[0];
  }

  /** The issuer, and the other names of this machine while only this machine reaches the server. */
  #bases(): readonly string[] {
    const issuer = this.issuer();
    if (issuer === undefined) return [];
    if (this.#settings.publicUrl !== undefined) return [issuer];
    const { protocol, port } = new URL(issuer);
    const suffix = port === '' ? '' : `:${port}`;
    return [issuer, ...['localhost', '127.0.0.1', '[::1]'].map((name) => `${protocol}//${name}${suffix}`)];
  }
}

function splitAtQuery(target: string): readonly [path: string, query: string] {
  const end = target.indexOf('?');
  return end < 0 ? [target, ''] : [target.slice(0, end), target.slice(end)];
}

/** A query that would not fit into a header is left out. */
const soundQuery = (query: string) => (queryForm.test(query) ? query : '');
