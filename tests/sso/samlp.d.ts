/** The part of the package that is used; it has no declarations of its own. */
declare module 'samlp' {
  interface SamlpRequest {
    readonly method: 'GET';
    readonly query: Readonly<Record<string, string>>;
    readonly user: unknown;
  }

  interface SamlpOptions {
    readonly issuer: string;
    readonly cert: string;
    readonly key: string;
    readonly destination: string;
    readonly recipient: string;
    readonly lifetimeInSeconds: number;
    readonly signResponse?: boolean;
    readonly signAssertion?: boolean;
    readonly signingCert?: string;
    readonly deflate?: boolean;
    readonly profileMapper: (user: unknown) => {
      getClaims(): Readonly<Record<string, unknown>>;
      getNameIdentifier(): { readonly nameIdentifier: string; readonly nameIdentifierFormat: string };
    };
    readonly getPostURL: (
      audience: string,
      request: unknown,
      incoming: SamlpRequest,
      done: (error: null, address: string) => void,
    ) => void;
    readonly responseHandler: (message: Buffer) => void;
  }

  export function auth(
    options: SamlpOptions,
  ): (request: SamlpRequest, response: object, next: (error: Error) => void) => void;
}
