/** Stands for a data source where statements run above the results of others; no data source has this name. */
export const resultsSource = '(results)';
