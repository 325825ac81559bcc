/** Dimensions, time dimensions, measures, segments, order: each. PostgreSQL selects no more than 1,664 columns. */
export const maxItems = 1000;

/** All filters of a query together. People nest two or three levels and programs a few more. */
export const maxFilterDepth = 50;
export const maxFilters = 2000;

/**
 * All filters of a query together. Each value is a bound parameter, a filter may be repeated for every fact it
 * restricts, and the wire of PostgreSQL binds 65,535 parameters.
 */
export const maxFilterValues = 10_000;

/** Characters of one value; larger texts are documents, not something to filter by. */
export const maxValueLength = 1_000_000;

/** Of `contains` and its kin together: each value is a search through every text, which no index shortens. */
export const maxTextValues = 1000;

export const maxExpressionDepth = 50;
/** Of one expression. */
export const maxExpressionNodes = 1000;

export const maxNameLength = 200;

/** An answer that lists more than this helps nobody. */
export const maxReportedProblems = 100;
