/** Milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = number & { readonly brand: 'instant' };

/** A wall clock reading without a zone, `YYYY-MM-DDTHH:mm:ss.SSS`. */
export type Civil = string & { readonly brand: 'civil' };

/** An IANA zone name the runtime knows, in its canonical spelling. */
export type Zone = string & { readonly brand: 'zone' };
