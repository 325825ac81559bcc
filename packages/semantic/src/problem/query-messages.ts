/** Bound on text of a request in a message; enough for names, dates and small filters. */
const maxQuotedLength = 1000;

function cut(text: string): string {
  return text.length <= maxQuotedLength ? text : `${text.slice(0, maxQuotedLength)}…`;
}

/** Messages about queries: names, filters, dates. */
export const queryMessages = {
  'query.empty': (_: object) =>
    'Query should contain either measures, dimensions or timeDimensions with granularities in order to be valid',
  'query.unknown-cube': (p: { cube: string; path: string }) =>
    `Cube '${cut(p.cube)}' not found for path '${cut(p.path)}'`,
  'query.unknown-member': (p: { member: string; path: string }) =>
    `'${cut(p.member)}' not found for path '${cut(p.path)}'`,
  'query.no-members': (p: { kind: string; path: string }) => `${p.kind} not defined for path '${cut(p.path)}'`,
  'query.unresolved-member': (p: { member: string }) => `Can't resolve member '${cut(p.member)}'`,
  'query.unavailable': (p: { cube: string; because: 'own-file' | 'model' | { readonly cube: string } }) =>
    typeof p.because === 'object'
      ? `'${p.cube}' is unavailable because '${p.because.cube}', which it needs, has problems`
      : `'${p.cube}' is unavailable because ${p.because === 'model' ? 'the model' : 'its model file'} has problems`,
  'query.unavailable-member': (p: { member: string; reason: string }) => `'${p.member}' is unavailable. ${p.reason}`,
  'query.not-time': (p: { member: string }) => `'${p.member}' is not a time dimension`,
  'query.unknown-granularity': (p: { granularity: string; dimension: string }) =>
    `Granularity "${cut(p.granularity)}" does not exist in dimension ${p.dimension}`,
  'query.unknown-zone': (p: { zone: string }) => `Unknown timezone: ${cut(p.zone)}`,

  'query.unknown-hint': (p: { cube: string }) => `Cube '${cut(p.cube)}' not found for joinHints`,
  'query.no-such-join': (p: { from: string; to: string }) =>
    `joinHints goes from '${p.from}' to '${cut(p.to)}', and the model declares no such join`,
  'query.short-join-hint': (p: { path: string }) => `Invalid query format: "${p.path}" must contain at least 2 items`,

  'query.bad-date': (p: { text: string }) => `Can't parse date: '${cut(p.text)}'`,
  'query.date-range-size': (p: { path: string; count: number }) =>
    p.count === 0
      ? `Invalid query format: "${p.path}" must contain at least 1 items`
      : `Invalid query format: "${p.path}" must contain less than or equal to 2 items`,
  'query.empty-range': (p: { from: string; to: string }) => `The date range from ${p.from} to ${p.to} is empty`,

  'query.limit-exceeded': (_: object) => 'The query limit has been exceeded.',
  'query.result-too-large': (p: { maximumMb: number }) =>
    `The answer is larger than ${p.maximumMb} MB, the most this project allows`,
  'query.bad-count': (p: { key: 'limit' | 'offset' }) =>
    `Invalid query format: "${p.key}" must be an integer greater than or equal to 0`,
  'query.too-many-items': (p: { path: string; maximum: number }) =>
    `Invalid query format: "${p.path}" must contain less than or equal to ${p.maximum} items`,
  'query.too-many': (p: { what: string; maximum: number }) => `A query takes no more than ${p.maximum} ${p.what}`,
  'query.value-too-long': (p: { maximum: number }) => `A filter value has no more than ${p.maximum} characters`,
  'query.too-deep': (p: { what: string; maximum: number }) => `${p.what} are nested more than ${p.maximum} levels deep`,
  'query.more-problems': (p: { count: number }) => `${p.count} more problems were found`,

  'query.values-required': (p: { filter: string }) => `Values required for filter: ${cut(p.filter)}`,
  'query.no-value': (_: object) => 'Expected one parameter but nothing found',
  'query.date-arguments': (_: object) => '2 arguments expected for date range',
  'query.operator-not-supported': (p: { operator: string; filter: string }) =>
    `Operator ${cut(p.operator)} not supported for filter: ${cut(p.filter)}`,
  'query.bad-value': (p: { value: string; member: string; type: string }) =>
    `'${cut(p.value)}' is not a ${p.type}, as '${p.member}' is`,
  'query.bad-text': (p: { member: string }) =>
    `A value for '${p.member}' is not text: it holds a NUL character or half of a surrogate pair`,
  'query.mixed-condition': (p: { group: string }) =>
    `You cannot use dimension and measure in same condition: ${cut(p.group)}`,
  'query.filter-type': (p: { type: string }) => `A filter is a boolean expression, not a ${p.type}`,
  'query.unalterable-measure': (p: { member: string }) =>
    `'${p.member}' is no aggregate of rows, so it takes neither another aggregate nor a filter of its own`,
  'query.measure-function': (p: { member: string; own: string; wanted: string }) =>
    `'${p.member}' is a ${p.own}, which ${p.wanted} cannot replace`,
  'query.nested-aggregate': (p: { aggregate: string; measure: string }) =>
    `'${p.aggregate}' aggregates rows, and '${p.measure}' in it is an aggregate already`,
  'query.no-rows': (_: object) => 'An aggregate of rows names neither a cube nor a dimension',
  'query.ungrouped-aggregate': (_: object) => 'An ungrouped query has no groups to aggregate',
  'query.ungrouped-dimension': (p: { member: string }) =>
    `'${p.member}' is tested together with measures, and the query does not group by it`,
  'query.fill-value-alone': (_: object) =>
    'fillWith is the value of rows that fillMissing adds, and the query has no fillMissing: true',
  'query.fill-ungrouped': (_: object) => 'fillMissing adds buckets without rows, and an ungrouped query has no buckets',
  'query.fill-without-buckets': (_: object) =>
    'fillMissing adds buckets without rows, and the query has no granularity',
  'query.ungrouped-measure-filter': (_: object) => "Measure filters aren't allowed in ungrouped query",
  'query.entity-masked': (p: { member: string; per: string }) =>
    `'${p.member}' of each '${p.per}' is made of something that you see masked, so it cannot be filtered by`,
  'query.entity-default-filter': (p: { view: string }) =>
    `'${p.view}' filters measures by default, which a filter with "per" cannot do inside of itself`,
  'query.values-ignored': (p: { operator: string; used: number; given: number }) =>
    `Operator ${p.operator} uses ${p.used} of the ${p.given} values`,

  'query.refused-by-rule': (p: { message: string }) => p.message,
  'query.undecided-rule': (_: object) =>
    'A rule of the project cannot be decided for this caller, so the query is not answered',
  'query.limit-lowered': (p: { limit: number }) =>
    `A rule of the project lowers the limit of this query to ${p.limit} rows`,

  'query.order-ignored': (p: { member: string }) => `'${p.member}' is not selected, so it does not order the rows`,

  'query.duplicate-name': (p: { name: string }) => `Two columns are named '${cut(p.name)}'`,
  'query.bad-name': (p: { name: string; maximum: number }) =>
    `A column name has 1 to ${p.maximum} characters and no NUL: '${cut(p.name)}'`,
  'query.argument-count': (p: { function: string; expected: string; given: number }) =>
    `${p.function} takes ${p.expected} argument${p.expected === '1' ? '' : 's'}, not ${p.given}`,
  'query.argument-type': (p: { function: string; position: number; expected: string; given: string }) =>
    `Argument ${p.position} of ${p.function} must be a ${p.expected}, not a ${p.given}`,
  'query.bad-constant': (p: { type: string; text: string }) => `'${cut(p.text)}' is not a ${p.type}`,
  'query.measure-among-dimensions': (p: { member: string; name: string }) =>
    `'${cut(p.name)}' is a dimension and can't be made of the measure '${p.member}'`,
  'query.dimension-among-measures': (p: { member: string; name: string }) =>
    `'${cut(p.name)}' is a measure and can't be made of the dimension '${p.member}'`,
} as const;
