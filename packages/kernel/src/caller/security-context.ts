/** The claims that a verified token makes about its caller. Models read them; nothing in a query can add to them. */
export type SecurityContext = Readonly<Record<string, unknown>>;
