/** Messages about planning: join paths, row multiplication, limits of a dialect. */
export const planMessages = {
  'plan.unavailable-join': (p: { from: string; to: string; reason: string }) =>
    `The join from '${p.from}' to '${p.to}' is unavailable. ${p.reason}`,
  'plan.no-join-path': (p: { cubes: readonly string[] }) =>
    `Can't find join path to join ${p.cubes.map((cube) => `'${cube}'`).join(', ')}`,
  'plan.ambiguous-join-path': (p: { from: string; to: string; paths: readonly string[] }) =>
    `There is more than one join path from '${p.from}' to '${p.to}': ${p.paths.map((path) => `'${path}'`).join(', ')}`,
  'plan.two-paths-to-one-cube': (p: { to: string; paths: readonly string[] }) =>
    `The query reaches '${p.to}' by two joins at once: ${p.paths.map((path) => `'${path}'`).join(', ')}`,
  'plan.join-path-too-long': (p: { from: string; to: string; most: number }) =>
    `From '${p.from}' to '${p.to}' it is more than ${p.most} joins, and a query takes no longer path`,
  'plan.too-many-joins': (p: { root: string; count: number; most: number }) =>
    `The query joins ${p.count} cubes to '${p.root}', and no query joins more than ${p.most}`,
  'plan.too-much-sql': () =>
    `The members and filters of the query expand to more than 4,000,000 characters of SQL together`,
  'plan.join-loop': (p: { joins: readonly string[] }) =>
    `Can not construct joins for the query, potential loop detected: ${p.joins.join(', ')}`,
  'plan.multiplied-reference': (p: { member: string }) =>
    `'${p.member}' references cubes that lead to row multiplication. Please rewrite it using sub query.`,
  'plan.primary-key-required': (p: { cube: string }) => `One or more Primary key is required for '${p.cube}' cube`,
  'plan.several-data-sources': (p: { dataSources: readonly string[] }) =>
    `To join across data sources use rollupJoin with Cube Store. Found data sources: ${p.dataSources.join(', ')}`,
  'plan.ungrouped-aggregate': (p: { member: string }) =>
    `'${p.member}' is an aggregate of its own and has no value for a single row, so an ungrouped query cannot select it`,
  'plan.aggregate-of-repeated-rows': (p: { aggregate: string; cubes: readonly string[] }) =>
    `'${p.aggregate}' aggregates rows of ${p.cubes.map((cube) => `'${cube}'`).join(', ')} that the joins of the query repeat`,
  'plan.mask-of-fewer-rows': (p: { member: string }) =>
    `'${p.member}' is masked, and its mask is computed over all rows of a group, so it has no value for some of them`,
  'plan.mask-of-values': (p: { member: string }) =>
    `'${p.member}' is masked, so the values of its rows cannot be counted`,
  'plan.measure-filter-without-rows': (p: { member: string }) =>
    `The filters of '${p.member}' test other measures, so they cannot be used as a filter of rows`,
  'plan.joined-by-sub-query': (p: { from: string; to: string; member: string }) =>
    `The join from '${p.from}' to '${p.to}' compares '${p.member}', a sub query dimension of the cube that is being joined. Please declare the join in '${p.to}'.`,
  'plan.context-required': (p: { path: string }) =>
    `The security context of the request has no '${p.path}', which the model requires`,
  'plan.context-value': (p: { path: string }) =>
    `'${p.path}' in the security context of the request is neither text, a number, a boolean nor a list of them`,
  'plan.filter-function': (p: { takes: number }) =>
    `A filter of the query cannot be expressed by the function that FILTER_PARAMS gives its values to, which takes ${p.takes}`,
  'plan.ungrouped-rolling': (p: { member: string }) =>
    `'${p.member}' aggregates the rows of a window and has no value for a single row, so an ungrouped query cannot select it`,
  'plan.rolling-in-aggregate': (p: { member: string; measure: string }) =>
    `'${p.member}' aggregates rows itself and refers to '${p.measure}', which aggregates those of a rolling window`,
  'plan.rolling-calendar': (p: { member: string; granularity: string }) =>
    `'${p.member}' has a rolling window, which cannot follow the granularity '${p.granularity}': a calendar defines where its buckets begin`,
  'plan.rolling-unknown': (p: { member: string; dimension: string; granularity: string }) =>
    `'${p.member}' has a rolling window to date by '${p.granularity}', and '${p.dimension}' has no such granularity`,
  'plan.rolling-several-calendars': (p: { member: string; dimension: string; granularity: string }) =>
    `'${p.member}' has a rolling window to date by '${p.granularity}', which the rows of a calendar define, and '${p.dimension}' is not the only primary key of that calendar`,
  'plan.window-inside-bucket': (p: { member: string; granularity: string }) =>
    `'${p.member}' aggregates values of buckets by '${p.granularity}', and its windows begin or end inside of them`,
  'plan.window-without-buckets': (p: { member: string }) =>
    `'${p.member}' aggregates values of buckets over a rolling window, and the query has no buckets`,
  'plan.window-beside-entities': (p: { member: string; dimension: string }) =>
    `'${p.member}' aggregates values of buckets over a rolling window, and '${p.dimension}' may differ from bucket to bucket`,
  'plan.rolling-granularities': (p: { member: string; dimension: string; granularities: readonly string[] }) =>
    `'${p.member}' has a rolling window, which cannot follow ${p.granularities.map((name) => `'${name}'`).join(' and ')} of '${p.dimension}' at once: a bucket of one is not part of a bucket of the other`,
  'plan.rolling-expression': (p: { member: string; dimension: string }) =>
    `'${p.member}' has a rolling window, which cannot follow an expression of '${p.dimension}'`,
  'plan.rolling-computed': (p: { member: string; shown: string; dimension: string }) =>
    `'${p.member}' has a rolling window, which cannot follow '${p.shown}': it is computed from '${p.dimension}' and is not the time at a granularity`,
  'plan.rolling-masked': (p: { member: string; dimension: string }) =>
    `'${p.member}' has a rolling window, which cannot follow '${p.dimension}': some of its values are masked, and are not times`,
  'plan.entity-not-of-its-cube': (p: { per: string; because: string }) =>
    `'${p.per}' cannot stand behind "per": ${p.because}`,
  'plan.fill-several-times': (p: { dimensions: readonly string[] }) =>
    `fillMissing adds the buckets of one time, and the query groups by several: ${p.dimensions.map((name) => `'${name}'`).join(', ')}`,
  'plan.fill-computed': (p: { column: string; dimension: string }) =>
    `fillMissing adds the buckets of '${p.dimension}', and '${p.column}' shows the same time in another way, so its values belong to some of the buckets only`,
  'plan.fill-calendar': (p: { dimension: string; granularity: string }) =>
    `fillMissing cannot add the buckets of '${p.dimension}' by '${p.granularity}': a calendar defines where they begin`,
  'plan.fill-granularities': (p: { dimension: string }) =>
    `fillMissing cannot add the buckets of '${p.dimension}' by several granularities at once: a bucket of one is not part of a bucket of the other`,
  'plan.fill-masked': (p: { dimension: string }) =>
    `fillMissing cannot add the buckets of '${p.dimension}': some of its values are masked, and are not times`,
  'plan.fill-several-rows': (p: { members: readonly string[] }) =>
    `fillMissing adds buckets to groups of one row, and a group may have several rows of ${p.members.map((name) => `'${name}'`).join(', ')}`,
  'plan.too-many-buckets': (p: { count: number; from: string; to: string; interval: string }) =>
    `The count of generated date ranges (${p.count}) for the request from [${p.from}] to [${p.to}] by ${p.interval} is over limit (50000). Please reduce the requested date interval or use bigger granularity.`,
  'plan.rule-out-of-reach': () =>
    `The query reads several tables together, and what you may see cannot be applied to all of them at once. Query its members separately.`,
  'plan.sub-query-cycle': (p: { members: readonly string[] }) =>
    `Sub query dimensions depend on each other: ${p.members.join(' -> ')}`,
  'plan.too-many-sub-queries': (p: { dimension: string; most: number }) =>
    `The query needs more than ${p.most} sub queries inside of others, in '${p.dimension}' and dimensions like it`,
  'plan.ungrouped-stage': (p: { member: string }) =>
    `'${p.member}' is made of the rows of other measures and has no value for a single row, so an ungrouped query cannot select it`,
  'plan.unknown-time-shift': (p: { name: string; dimensions: readonly string[] }) =>
    `No time of the query has a time shift '${p.name}': ${p.dimensions.map((one) => `'${one}'`).join(', ')}`,
  'plan.shift-beneath': (p: { dimension: string; shown: string }) =>
    `'${p.dimension}' shows '${p.shown}' in a way of its own, and cannot be shifted in time`,
  'plan.shift-beneath-join': (p: { from: string; to: string; time: string; needed: string }) =>
    `The join of '${p.from}' and '${p.to}' reads the column behind '${p.time}' in a way of its own, so '${p.needed}' cannot be shifted in time`,
  'plan.days-joined-by-no-time': (p: { from: string; to: string; time: string; needed: string }) =>
    `The join of '${p.from}' and '${p.to}' reads no time, so it is unknown whether '${p.needed}' follows '${p.time}'`,
  'plan.shifted-value': (p: { member: string; time: string }) =>
    `'${p.member}' tests '${p.time}' in the SQL of its value, and cannot be shifted in time`,
  'plan.shifted-for-measure': (p: { member: string; cube: string }) =>
    `'${p.member}' reads '${p.cube}' for the stored time, and the query reads it for the shifted one`,
  'plan.time-shifted-twice': (p: { dimension: string }) =>
    `A measure lists different shifts of '${p.dimension}', under one name or several`,
  'plan.shift-of-calendar-buckets': (p: { dimension: string }) =>
    `A calendar defines with SQL where buckets of '${p.dimension}' begin, and has no day for a shift by this interval`,
  'plan.rows-of-calendar-shifted': (p: { calendar: string }) =>
    `Rows of '${p.calendar}' itself cannot be shifted by its days, only facts that are joined to it`,
  'plan.calendar-shifted-twice': (p: { calendar: string }) =>
    `A shift by a column of '${p.calendar}' cannot be combined with another shift: the calendar has columns for a single step`,
  'plan.unshiftable-calendar': (p: { from: string; calendar: string; key: string }) =>
    `The join of '${p.from}' and '${p.calendar}' does not compare {${p.key}}, so the calendar cannot shift it`,
  'plan.ungrouped-switch': (p: { dimension: string }) =>
    `'${p.dimension}' is a switch or made of one and has no value in a row, so an ungrouped query cannot read it`,
  'plan.switch-in-condition': (p: { dimension: string; others: readonly string[] }) =>
    `A filter tests '${p.dimension}', a switch, together with ${p.others.map((other) => `'${other}'`).join(', ')}`,
  'plan.switch-in-expression': (p: { dimension: string }) =>
    `'${p.dimension}' is a switch and can be selected as it is only, not in an expression`,
  'plan.unsettled-switch': (p: { dimension: string; switch: string }) =>
    `'${p.dimension}' has a different value for each value of '${p.switch}', so a row may be in several groups, or in none`,
  'plan.entities-beside-switch': (p: { dimension: string; switches: readonly string[]; others: readonly string[] }) =>
    `'${p.dimension}' is made of measures and cannot be combined with ${p.others.map((one) => `'${one}'`).join(', ')}, made of ${p.switches.map((one) => `'${one}'`).join(', ')} and of rows`,
  'plan.too-many-combinations': (p: { switches: readonly string[]; most: number }) =>
    `The values of ${p.switches.map((one) => `'${one}'`).join(', ')} have more than ${p.most} combinations`,
  'plan.several-rows-of-switch': (p: { member: string; dimension: string; on: string }) =>
    `'${p.member}' has a row for each value of '${p.on}', and several of them may belong to one value of '${p.dimension}'. Select '${p.on}', filter it to one value, or give the measure a type that aggregates.`,
  'plan.several-rows': (p: { member: string }) =>
    `'${p.member}' has several rows per group, so it cannot be the value of a dimension`,
  'plan.stage-dimension-out-of-reach': (p: { member: string; cube: string }) =>
    `'${p.member}' is evaluated by '${p.cube}' in this query, which a part of the query does not reach`,
  'plan.dimension-outside-grain': (p: { member: string; dimension: string }) =>
    `'${p.member}' reads '${p.dimension}', which is not part of its grain in this query`,
  'plan.several-inner-grains': (p: { members: readonly string[] }) =>
    `${p.members.map((member) => `'${member}'`).join(', ')} have several rows per group, each at its own grain, so one query cannot have them together`,
} as const;
