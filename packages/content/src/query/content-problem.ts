import type { WireProblem } from '@orrery/contract';

/** Problems of stored queries other than those the model reports. `docs/reports.md` lists the same codes. */
export const contentCodes = {
  'content.bad-filter': 'A filter of a dashboard has a value that its operator cannot take.',
  'content.bad-time-grain': 'A time grain of a dashboard is no name of a granularity.',
  'content.filter-not-supported': 'A filter of a dashboard needs something that queries cannot do.',
  'content.model-not-served': 'The model is not available now, so the query cannot be checked.',
  'content.no-query': 'There is nothing to run.',
  'content.no-report': 'A widget shows a report that is not there, or not for the caller.',
  'content.source-sql': 'The report asks a data source directly, which only some may, and mails and agents never do.',
  'content.rows-left-out': 'A warning: there are more rows than are shown.',
} as const;

export type ContentCode = keyof typeof contentCodes;

export function contentProblem(
  code: ContentCode,
  message: string,
  where: { readonly path?: string; readonly hint?: string } = {},
): WireProblem {
  return { code, message, ...where };
}
