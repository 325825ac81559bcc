/** An object as `JSON.parse` makes it, whose fields nothing has checked. */
export type JsonObject = Readonly<Record<string, unknown>>;
