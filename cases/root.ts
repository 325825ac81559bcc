/** The folder of all cases. */
export const root = import.meta.dirname;
