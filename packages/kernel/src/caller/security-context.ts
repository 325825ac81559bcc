/** What the token of a request says of its caller. Models read it; nothing in a query can add to it. */
export type SecurityContext = Readonly<Record<string, unknown>>;
