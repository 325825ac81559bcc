/**
 * Bound on dimensions, time dimensions, measures, segments and order entries, each. PostgreSQL selects no more than
 * 1,664 columns.
 */
export const maxItems = 1000;

/** Bound on the depth of filters. People nest two or three levels and programs a few more. */
export const maxFilterDepth = 50;
export const maxFilters = 2000;

/**
 * Bound on the values of all filters of a query. Each value is a bound parameter, a filter may be repeated for every
 * fact it restricts, and the wire of PostgreSQL binds 65,535 parameters.
 */
export const maxFilterValues = 10_000;

/** Bound on the characters of one value; larger texts are documents, not something to filter by. */
export const maxValueLength = 1_000_000;

/**
 * Bound on the values of `contains` and similar operators: each value is a search through every text, which no index
 * shortens.
 */
export const maxTextValues = 1000;

export const maxExpressionDepth = 50;
/** Bound on the nodes of one expression. */
export const maxExpressionNodes = 1000;

export const maxNameLength = 200;

/** Bound on listed problems; longer lists help no user. */
export const maxReportedProblems = 100;
