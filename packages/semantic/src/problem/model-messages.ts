/** Messages about model files. A `piece` is a cube or view in the form that begins a message: `orders cube`. */
export const modelMessages = {
  // Files
  'model.yaml': (p: { reason: string }) => `Not valid YAML: ${p.reason}`,
  'model.duplicate-key': (p: { key: string }) => `Key '${p.key}' is defined more than once`,
  'model.file-not-supported': (p: { file: string }) =>
    `'${p.file}' is not read: models are written in YAML, and nothing of a model runs as a program`,
  'model.python-file': (p: { file: string }) =>
    `'${p.file}' is not read, as nothing of a model runs as a program; no template that was rendered calls it`,
  'model.file-outside': (p: { file: string }) =>
    `'${p.file}' is a link that leads out of the model folder, and is not read`,
  'model.file-too-large': (p: { file: string }) => `'${p.file}' is larger than a model file may be (16 MB)`,
  'model.not-a-model': () => `A model file holds the keys 'cubes' and 'views'`,
  'model.unknown-top-level-key': (p: { key: string }) =>
    `Unexpected YAML key: ${p.key}. Only 'cubes', 'views', and 'view_groups' are allowed here.`,

  // Templates
  'model.template-syntax': (p: { reason: string }) => `Not a valid template: ${p.reason}`,
  'model.template-unknown-name': (p: { name: string }) => `'${p.name}' is not defined in this template`,
  'model.template-python': (p: { name: string; kind: string; file: string; line: number }) =>
    `'${p.name}' is a ${p.kind} of '${p.file}' (line ${p.line}), and nothing of a model runs as a program`,
  'model.template-missing-context': (p: { name: string }) => `'${p.name}' has no value in the security context`,
  'model.template-failed': (p: { reason: string }) => `The template fails: ${p.reason}`,
  'model.template-too-much': (p: { what: string }) => `The template takes too much ${p.what}`,
  'model.template-outside': (p: { path: string }) => `'${p.path}' lies outside of the model folder`,
  'model.template-not-found': (p: { path: string }) => `There is no template '${p.path}'`,
  'model.template-unsafe-value': (p: { name: string }) =>
    `The value of '${p.name}' is not a single word, and templates put only single words of a security context into a model`,
  'model.template-unsafe-text': (p: { text: string }) =>
    `This text has characters with a special meaning at its position: ${p.text}`,
  'model.variable-not-allowed': (p: { name: string }) => `Templates may not read the variable '${p.name}'`,
  'model.variable-not-set': (p: { name: string }) => `The variable '${p.name}' is not set`,

  // Shapes
  'model.unknown-key': (p: { piece: string; path: string }) => `${p.piece}: "${p.path}" is not allowed`,
  'model.key-not-supported': (p: { piece: string; path: string }) => `${p.piece}: "${p.path}" is not supported yet`,
  'model.type-not-supported': (p: { piece: string; type: string }) =>
    `${p.piece}: type '${p.type}' is not supported yet`,
  'model.context-not-supported': (p: { piece: string; name: string }) => `${p.piece}: ${p.name} cannot be used in SQL`,
  'model.filter-group': (_: object) =>
    `FILTER_GROUP expects FILTER_PARAMS args to be passed. For example: FILTER_GROUP(FILTER_PARAMS.orders.status.filter('status'))`,
  'model.filter-of-nothing': (p: { piece: string; reference: string }) =>
    `${p.piece}: FILTER_PARAMS names '${p.reference}', which does not exist, so it always renders 1 = 1`,
  'model.unsafe-value': (p: { piece: string; path: string }) =>
    `${p.piece}: SECURITY_CONTEXT.${p.path}.unsafeValue() would write what a caller sends into SQL`,
  'model.required': (p: { piece: string; path: string }) => `${p.piece}: "${p.path}" is required`,
  'model.needs-key': (p: { piece: string; path: string; needs: string }) => `${p.piece}: "${p.path}" needs ${p.needs}`,
  'model.empty': (p: { piece: string; path: string }) => `${p.piece}: "${p.path}" is not allowed to be empty`,
  'model.turned-text': (p: { piece: string; path: string }) =>
    `${p.piece}: "${p.path}" has characters that change the direction of what follows`,
  'model.not-text': (p: { piece: string; path: string }) => `${p.piece}: "${p.path}" must be a string`,
  'model.not-boolean': (p: { piece: string; path: string }) => `${p.piece}: "${p.path}" must be a boolean`,
  'model.not-a-list': (p: { path: string }) => `${p.path} must be defined as array`,
  'model.not-a-mapping': (p: { piece: string; path: string }) =>
    p.path ? `${p.piece}: "${p.path}" must be of type object` : `${p.piece}: must be of type object`,
  'model.not-one-of': (p: { piece: string; path: string; values: readonly string[] }) =>
    `${p.piece}: "${p.path}" must be one of [${p.values.join(', ')}]`,
  'model.either-or': (p: { piece: string; path: string; one: string; other: string }) =>
    `${p.piece}: "${p.path}" takes either ${p.one} or ${p.other}, not both`,
  'model.sub-query-case': (p: { piece: string; path: string }) =>
    `${p.piece}: "${p.path}" takes either case or sub_query, not both`,
  'model.two-sources': (p: { piece: string }) =>
    `${p.piece}: You must use either sql or sqlTable within a model, but not both`,
  'model.no-source': (p: { piece: string }) => `${p.piece}: "sql" or "sql_table" is required`,
  'model.too-large': (p: { piece: string; path: string }) =>
    `${p.piece}: "${p.path}" holds too many values, or refers to itself`,
  'model.bad-format': (p: { piece: string; path: string; type: string; expected: string }) =>
    `${p.piece}: "${p.path}" does not fit a ${p.type}; it can be ${p.expected}`,
  'model.bad-currency': (p: { piece: string; path: string }) =>
    `${p.piece}: "${p.path}" must be an ISO 4217 code such as EUR`,
  'model.currency-not-allowed': (p: { piece: string; whose: string }) =>
    `${p.piece}: "currency" property can only be used with ${p.whose}`,

  // Granularities
  'model.granularities-of-no-time': (p: { piece: string; path: string }) =>
    `${p.piece}: "${p.path}" can only be used with dimensions of type "time"`,
  'model.duplicate-granularity': (p: { name: string; dimension: string; cube: string }) =>
    `Found duplicate dimension.granularity '${p.name}' in time dimension '${p.dimension}' in cube '${p.cube}'.`,
  'model.built-in-granularity': (p: { piece: string; name: string }) =>
    `${p.piece}: '${p.name}' is a built-in granularity; only a calendar cube defines another one, with sql`,
  'model.granularity-sql': (p: { piece: string; path: string }) =>
    `${p.piece}: "${p.path}" can only be used in a calendar cube (calendar: true)`,
  'model.bad-distance': (p: { piece: string; path: string; text: string }) =>
    `${p.piece}: "${p.path}" must be an interval such as '15 minutes' or '1 year 6 months', not '${p.text}'`,
  'model.arbitrary-interval': (p: { piece: string }) =>
    `${p.piece}: Arbitrary intervals cannot be used without origin point specified`,
  'model.bad-origin': (p: { piece: string; text: string }) =>
    `${p.piece}: Origin should be valid date-only form: YYYY, YYYY-MM or YYYY-MM-DD, or date-time form: YYYY-MM-DDTHH:mm, with :ss and .SSS if needed, not '${p.text}'`,

  'model.geo-key': (p: { piece: string; key: string }) =>
    `${p.piece}: "${p.key}" does not belong to a dimension of type geo, which has latitude and longitude`,
  'model.duplicate-link': (p: { piece: string; link: string }) =>
    `${p.piece}: Found duplicate link '${p.link}' in a dimension`,
  'model.link-params': (p: { piece: string; path: string }) =>
    `${p.piece}: "${p.path}" needs a url that is an address with references in it, such as https://example.com/{id}, or a dashboard`,
  'model.link-value': (p: { member: string; reference: string; what: string }) =>
    `A link of '${p.member}' takes values of dimensions, and '${p.reference}' is ${p.what}`,
  // Rolling windows
  'model.bad-reach': (p: { piece: string; path: string; text: string }) =>
    `${p.piece}: "${p.path}" must be unbounded or an interval such as '7 day', not '${p.text}'`,
  'model.rolling-calculation': (p: { member: string }) =>
    `'${p.member}' has a value for each row of other measures and cannot have a rolling_window`,
  'model.window-granularity': (p: { member: string; granularity: string }) =>
    `'${p.member}' has a rolling window to date by '${p.granularity}', and no time dimension it can be queried by has this granularity`,
  'model.window-beside': (p: { member: string; key: string }) =>
    `'${p.member}' cannot have ${p.key} and a rolling_window at once`,
  'model.window-over-window': (p: { member: string; measure: string }) =>
    `'${p.member}' has a rolling_window over '${p.measure}', which has one itself`,
  'model.window-over-stage': (p: { member: string; measure: string }) =>
    `'${p.member}' is calculated over the rows of a rolling_window, and '${p.measure}' is made of the rows of other measures`,
  'model.window-over-ratio': (p: { member: string; type: string }) =>
    `'${p.member}' is a ${p.type} over a rolling_window of values that do not add up, so that it would depend on the buckets of the query`,

  // Names
  'model.unnamed': (p: { kind: string; text: string }) => `name isn't defined for ${p.kind}: ${p.text}`,
  'model.bad-name': (p: { kind: string; name: string }) =>
    `'${p.name}' cannot be the name of a ${p.kind}: names begin with a letter and hold letters, digits and _`,
  'model.reserved-name': (p: { kind: string; name: string }) =>
    `'${p.name}' cannot be the name of a ${p.kind}: it means the cube itself`,
  'model.python-keyword': (p: { name: string }) =>
    `'${p.name}' is a keyword of Python; other tools that read this model may refuse it as a name`,
  'model.duplicate-cube': (p: { name: string }) => `Found duplicate cube name '${p.name}'.`,
  'model.duplicate-view': (p: { name: string }) => `Found duplicate view name '${p.name}'.`,
  'model.cube-and-view': (p: { name: string }) => `Found conflicting cube and view name '${p.name}'.`,
  'model.duplicate-member': (p: { kind: string; member: string; cube: string }) =>
    `Member names must be unique within a cube. Found duplicate ${p.kind} '${p.member}' in cube '${p.cube}'.`,
  'model.member-of-two-kinds': (p: { cube: string; member: string }) =>
    `${p.cube} cube: ${p.member} defined more than once`,
  'model.duplicate-join': (p: { cube: string; to: string }) => `${p.cube} cube: more than one join to '${p.to}'`,
  'model.duplicate-alias': (p: { alias: string; cubes: readonly string[] }) =>
    `SQL alias '${p.alias}' belongs to more than one cube: ${p.cubes.join(', ')}. In a query over several of them, all but the first get another alias`,

  // References
  'model.unmatched-brace': (p: { text: string }) => `Unmatched brace in SQL: ${p.text}`,
  'model.braces-without-name': (p: { text: string }) =>
    `'${p.text}' is not the name of a member, and braces in SQL hold names of members. Braces of a regular expression, an array or JSON need a backslash each`,
  'model.reference': (p: { text: string }) =>
    `Failed to parse Python expression. Most likely this type of syntax isn't supported yet: ${p.text}`,
  'model.unresolved': (p: { reference: string }) =>
    `${p.reference} cannot be resolved. There's no such member or cube.`,
  'model.unknown-cube': (p: { cube: string }) => `Cube ${p.cube} doesn't exist`,
  'model.unknown-view': (p: { view: string }) => `View ${p.view} doesn't exist`,
  'model.extends-itself': (p: { chain: readonly string[] }) => `Definitions extend each other: ${p.chain.join(' -> ')}`,
  'model.not-a-cube-reference': (p: { name: string; member: string }) =>
    `'${p.member}' refers to the view '${p.name}'; definitions refer to cubes only`,
  'model.not-in-source': (p: { piece: string; reference: string; where: string }) =>
    `${p.piece}: '${p.reference}' cannot be used in ${p.where}`,
  'model.source-elsewhere': (p: { piece: string; reference: string; here: string; there: string }) =>
    `${p.piece}: '${p.reference}' belongs to data source '${p.there}', not to '${p.here}'`,
  'model.foreign-cube': (p: { member: string; cubes: readonly string[] }) =>
    `Member '${p.member}' references foreign cubes: ${p.cubes.join(', ')}. Please split and move this definition to corresponding cubes.`,
  'model.join-foreign-cube': (p: { from: string; to: string; cube: string }) =>
    `The join from '${p.from}' to '${p.to}' uses columns of '${p.cube}', which it does not join`,
  'model.unknown-granularity': (p: { granularity: string; dimension: string }) =>
    `Granularity "${p.granularity}" does not exist in dimension ${p.dimension}`,
  'model.no-granularity': (p: { reference: string }) =>
    `'${p.reference}' needs a granularity of a dimension that is not a time dimension`,
  'model.no-join': (p: { from: string; to: string }) => `Can't find join path to join '${p.from}', '${p.to}'`,
  'model.self-join': (p: { cube: string }) => `${p.cube} cube: a cube cannot join itself`,
  'model.member-cycle': (p: { chain: readonly string[] }) =>
    `Members refer to each other in a circle: ${p.chain.join(' -> ')}`,
  'model.source-cycle': (p: { chain: readonly string[] }) =>
    `Cubes are built on each other in a circle: ${p.chain.join(' -> ')}`,

  'model.expands-too-far': (p: { what: string }) =>
    `${p.what} expands to more than 1,000,000 characters of SQL, because references are replaced by their definitions`,
  'model.chain-too-long': (p: { what: string; most: number }) =>
    `${p.what} refers to others over more than ${p.most} steps`,
  'model.too-many-stages': (p: { what: string; most: number }) =>
    `${p.what} is made of more than ${p.most} multi-stage members inside of each other`,
  'model.join-path-too-long': (p: { view: string; most: number }) =>
    `View '${p.view}' has a join_path of more than ${p.most} joins`,
  'model.extends-too-deep': (p: { name: string; most: number }) =>
    `'${p.name}' extends others over more than ${p.most} steps`,

  // Meaning
  'model.missing-primary-key': (p: { cube: string }) =>
    `primary key for '${p.cube}' is required when join is defined in order to make aggregates work properly`,
  'model.foreign-primary-key': (p: { member: string; other: string }) =>
    `'${p.member}' is a primary key, so it is made of columns of its own cube, not of '${p.other}'`,
  'model.sub-query-without-measure': (p: { member: string }) =>
    `Subquery dimension ${p.member} should reference at least one measure`,
  'model.sub-query-without-key': (p: { member: string; cube: string }) =>
    `Subquery dimension ${p.member} needs a primary key in cube '${p.cube}'`,
  'model.measure-in-row': (p: { member: string; kind: string; measure: string }) =>
    `'${p.member}' is a ${p.kind} and cannot reference measure '${p.measure}'`,
  'model.aggregate-in-aggregate': (p: { member: string; type: string; function: string }) =>
    `'${p.member}' has type ${p.type}, which aggregates its sql, and that calls ${p.function} already`,
  'model.measure-in-aggregate': (p: { member: string; type: string; measure: string }) =>
    `'${p.member}' of type ${p.type} aggregates rows and cannot reference measure '${p.measure}'`,
  'model.measure-in-filter': (p: { member: string; measure: string }) =>
    `A filter of '${p.member}' tests rows and cannot reference measure '${p.measure}'`,
  'model.row-in-filter': (p: { member: string }) =>
    `A filter of '${p.member}' wraps a finished expression and can only test measures`,
  'model.measure-in-text-aggregate': (p: { member: string; measure: string }) =>
    `'${p.member}' aggregates measure '${p.measure}', which is an aggregate already`,
  'model.window-in-measure': (p: { member: string }) =>
    `'${p.member}' calls a window function (OVER); a measure cannot look at other groups`,
  'model.mixed-measure': (p: { member: string; measures: readonly string[] }) =>
    `'${p.member}' mixes measures of other cubes (${p.measures.join(', ')}) with columns, dimensions or aggregates of its own`,
  'model.not-a-level': (p: { member: string; hierarchy: string }) =>
    `Only dimensions can be part of a hierarchy. Please remove the '${p.member}' member from the '${p.hierarchy}' hierarchy.`,
  'model.not-drillable': (p: { member: string; reference: string }) =>
    `'${p.member}' lists '${p.reference}' in drill_members, which is neither a dimension nor a measure`,
  'model.not-in-switch': (p: { piece: string; path: string }) =>
    `${p.piece}: "${p.path}" does not belong to a dimension of type switch, which consists of its values only`,
  'model.switch-in-row': (p: { member: string; dimension: string }) =>
    `'${p.member}' reads '${p.dimension}', a switch, which has no value in a row`,
  'model.not-in-rank': (p: { piece: string; path: string }) =>
    `${p.piece}: "${p.path}" does not belong to a measure of type rank, which consists of order_by only`,
  'model.filters-of-number-agg': (p: { piece: string; path: string }) =>
    `${p.piece}: "${p.path}" does not belong to a measure of type number_agg, whose own SQL selects the inner rows`,
  'model.time-shift-without-dimension': (p: { piece: string; path: string; missing: string }) =>
    `${p.piece}: "${p.path}" has several time shifts, each of which needs a time dimension: (${p.missing}) is required`,
  'model.stage-reads-columns': (p: { member: string }) =>
    `'${p.member}' is computed from the results of other measures and cannot read columns`,
  'model.stage-without-measures': (p: { member: string }) =>
    `'${p.member}' is a multi-stage measure and should reference at least one measure`,
  'model.entities-of-two-grains': (p: { member: string; dimension: string; item: string }) =>
    `'${p.member}' is evaluated by ${p.item}, which '${p.dimension}' that it reads is not`,
  'model.stage-without-aggregate': (p: { member: string }) =>
    `'${p.member}' of type number_agg should aggregate its measures: sql names no aggregate function`,
  'model.not-a-dimension': (p: { reference: string; list: string }) =>
    `'${p.reference}' in ${p.list} is not a dimension`,
  'model.not-filterable': (p: { reference: string; list: string }) =>
    `'${p.reference}' in ${p.list} is neither a dimension nor a segment`,
  'model.duplicate-time-shift': (p: { name: string; dimension: string; cube: string }) =>
    `Time shift names must be unique within a dimension. Found duplicate time shift '${p.name}' in dimension '${p.dimension}' in cube '${p.cube}'.`,
  'model.time-shift-outside-calendar': (p: { piece: string; path: string }) =>
    `${p.piece}: "${p.path}" belongs to a time dimension of a calendar cube: calendar: true`,
  'model.unknown-time-shift': (p: { name: string; dimension: string }) =>
    `'${p.dimension}' has no time shift '${p.name}'`,
  'model.time-shift-of-no-time': (p: { reference: string }) =>
    `'${p.reference}' is not a time dimension, so it cannot be shifted`,
  'model.no-value-of-switch': (p: { member: string; dimension: string; value: string }) =>
    `'${p.member}' has a branch for '${p.value}', which is not a value of '${p.dimension}'`,
  'model.switch-on-expression': (p: { member: string }) =>
    `'${p.member}' switches on an expression; it takes one dimension: "{CUBE.name}"`,
  'model.unknown-operator': (p: { piece: string; path: string; operator: string }) =>
    `${p.piece}: "${p.path}" names no operator: '${p.operator}'`,
  'model.stage-filter': (p: { member: string; reason: string }) =>
    `A filter of '${p.member}' cannot be used: ${p.reason}`,

  // Views
  'model.view-own-member': (p: { view: string; member: string }) =>
    `View '${p.view}' defines own member '${p.view}.${p.member}'. Please move this member definition to one of the cubes.`,
  'model.bad-includes': (p: { piece: string; path: string }) =>
    `${p.piece}: "${p.path}" must be "*" or a list of members`,
  'model.path-in-view': (p: { list: 'includes' | 'excludes'; item: string; role: 'include' | 'exclude' }) =>
    `Paths aren't allowed in cube ${p.list} but '${p.item}' provided as ${p.role} member`,
  'model.unknown-include': (p: { member: string; view: string }) =>
    `Member '${p.member}' is included in '${p.view}' but not defined in any cube`,
  'model.include-conflict': (p: { member: string; view: string }) =>
    `Included member '${p.member}' conflicts with existing member of '${p.view}'. Please consider excluding this member or assigning it an alias.`,
  'model.split-with-prefix': () => `Using split together with prefix is not supported`,
  'model.duplicate-folder': (p: { folder: string; view: string }) =>
    `Folder names must be unique within a view. Found duplicate folder '${p.folder}' in view '${p.view}'.`,
  'model.folder-member': (p: { member: string; folder: string }) =>
    `Member '${p.member}' included in folder '${p.folder}' not found`,
  'model.path-in-folder': (p: { item: string; view: string }) =>
    `Paths aren't allowed in the 'folders' but '${p.item}' has been provided for ${p.view}`,
  'model.folder-path': (p: { path: string; folder: string; view: string }) =>
    `Join path '${p.path}' included in folder '${p.folder}' not found in view '${p.view}' cubes definition`,
  'model.default-filter-member': (p: { member: string; view: string }) =>
    `Member '${p.member}' used as member in default value filter is not included in view '${p.view}'`,
  'model.default-filter': (p: { view: string; reason: string }) =>
    `The default filter of view '${p.view}' cannot be used: ${p.reason}`,
  'model.unknown-view-group': (p: { view: string; group: string }) =>
    `View "${p.view}" references view group "${p.group}" which is not defined. Define it using view_group('${p.group}', { ... }).`,
  'model.duplicate-view-group': (p: { name: string }) => `Found duplicate view group name '${p.name}'.`,
  'model.two-view-paths': (p: { view: string; cube: string; root: string; paths: readonly string[] }) =>
    `Views can't define multiple join paths to the same cube. View '${p.view}' has multiple paths to '${p.cube}' within root '${p.root}': ${p.paths.map((path) => `'${path}'`).join(', ')}. Use extends to create a child cube and reference it instead`,

  // Pre-aggregations
  'model.pre-aggregation-not-built': (p: { name: string }) =>
    `Pre-aggregation '${p.name}' is defined, not built: queries read the source`,
  'model.idle-alias': (p: { view: string }) =>
    `View '${p.view}' gives an inclusion an alias, which has no effect without prefix: true`,
  'model.auto-rollup': () => `Auto rollups supported only in Enterprise version`,
  'model.rollup-join-schedule': (p: { piece: string; path: string }) =>
    `${p.piece}: "${p.path}" (scheduledRefresh = true) must be [false]`,
  'model.incremental-without-partitions': (p: { name: string }) =>
    `Incremental refresh key can only be used for partitioned pre-aggregations but set for non-partitioned '${p.name}'`,
  'model.lambda-without-rollups': (p: { name: string }) =>
    `rollupLambda '${p.name}' should reference at least one rollup`,
  'model.duplicate-index': (p: { index: string; name: string; cube: string }) =>
    `Found duplicate preAggregation.index '${p.index}' in pre-aggregation '${p.name}' in cube '${p.cube}'.`,
  'model.column-types': () => `Output schema is only supported for rollup pre-aggregations`,
  'model.bad-interval': (p: { piece: string; path: string; text: string }) =>
    `${p.piece}: "${p.path}" must be an interval such as '1 hour', not '${p.text}'`,
  'model.interval-range': (p: { piece: string; path: string; text: string }) =>
    `${p.piece}: "${p.path}" must be at least 1 second and at most 100 years, not '${p.text}'`,
  'model.bad-cron': (p: { text: string; reason: string }) =>
    `Invalid cron string '${p.text}' in refreshKey (${p.reason})`,
  'model.uneven-cron': (p: { text: string }) =>
    `Your cron string ('${p.text}') is correct, but we support only equal time intervals.`,
  'model.unknown-timezone': (p: { piece: string; path: string; text: string }) =>
    `${p.piece}: "${p.path}" is not a time zone: '${p.text}'`,
  'model.wrong-kind': (p: { reference: string; kind: string; list: string }) =>
    `'${p.reference}' is a ${p.kind} and does not belong in ${p.list}`,

  // Access policies
  'model.policy-path': (p: { piece: string; item: string; role: string }) =>
    `Paths aren't allowed in the accessPolicy policy but '${p.item}' provided as ${p.role} reference for ${p.piece}`,
  'model.masking-without-members': (p: { piece: string; policy: string; masking: string; members: string }) =>
    `${p.policy} for ${p.piece} defines ${p.masking} without ${p.members}. ${p.members} is required when ${p.masking} is used`,
  'model.policy-for-both': (p: { piece: string; one: string; other: string; values: string }) =>
    `Access policy cannot have both '${p.one}' and '${p.other}' properties. A policy of ${p.piece} has ${p.values}. Use either '${p.one}' or '${p.other}', not both.`,
  'model.policy-cube-reference': (p: { found: string }) =>
    `Cube references are not allowed when evaluating RLS conditions or filters. Found: ${p.found}`,
  'model.policy-expression': (p: { text: string; reason: string }) =>
    `'${p.text}' cannot be evaluated for a caller: ${p.reason}`,
  'model.policy-value': (p: { member: string; reason: string }) =>
    `A row filter on '${p.member}' cannot be used: ${p.reason}`,
  'model.policy-with-split': (p: { view: string }) =>
    `The view '${p.view}' has an access_policy and an inclusion with split: true, whose members would go to a view without it`,
  'model.policy-left-behind': (p: { cube: string; source: string }) =>
    `'${p.cube}' reads the rows of '${p.source}', which has an access_policy, and has none itself`,
  'model.bad-mask': (p: { piece: string; path: string; type: string; expected: string }) =>
    `${p.piece}: "${p.path}" does not fit a ${p.type}; it can be ${p.expected}, or sql`,

  'model.policy-cut-in-two': (p: { piece: string; who: string }) =>
    `A policy of ${p.piece} has no group, so it applies to everybody, and the policy before it grants everything to ${p.who}`,
  'model.policy-of-unavailable': (p: { piece: string; member: string }) =>
    `A policy of ${p.piece} tests '${p.member}', which is unavailable, so it grants nothing`,
  'model.policy-for-everybody': (p: { piece: string }) =>
    `A policy of ${p.piece} has no group, so it applies to everybody`,
  'model.view-opens-members': (p: {
    view: string;
    members: readonly string[];
    more: number;
    cubes: readonly string[];
  }) =>
    `View ${p.view} shows ${p.members.join(', ')}${p.more > 0 ? ` and ${p.more} more` : ''}, which policies of ${p.cubes.join(', ')} hide from some callers`,
  'model.view-over-policies': (p: {
    view: string;
    cubes: readonly string[];
    members: readonly string[];
    more: number;
  }) =>
    `View ${p.view} joins ${p.cubes.join(', ')}, whose policies limit its rows for some callers, also for ${p.members.join(', ')}${p.more > 0 ? ` and ${p.more} more` : ''}, which read nothing of them`,

  // Availability
  'model.depends-on-unavailable': (p: { name: string; on: string }) =>
    `'${p.name}' is unavailable because it depends on '${p.on}', which has problems`,

  'model.time-moved-twice': (p: { member: string }) =>
    `The SQL of '${p.member}' moves a time into the time zone of the query by convertTz, and queries move it again`,
  // Refusals of the data source, `orrery check --connect`
  'model.unknown-data-source': (p: { cube: string; dataSource: string }) =>
    `Cube '${p.cube}' has the data source '${p.dataSource}', which orrery.yml does not define`,
  'model.source-refused': (p: { cube: string; reason: string }) =>
    `The data source refuses the rows of cube '${p.cube}': ${p.reason}`,
  'model.refresh-key-refused': (p: { cube: string; reason: string }) =>
    `The data source refuses the refresh key of cube '${p.cube}': ${p.reason}`,
  'model.member-refused': (p: { member: string; reason: string }) =>
    `The data source refuses '${p.member}': ${p.reason}`,
  'model.filter-refused': (p: { member: string; reason: string }) =>
    `The data source refuses a filter of '${p.member}': ${p.reason}`,
  'model.mask-refused': (p: { member: string; reason: string }) =>
    `The data source refuses the mask of '${p.member}': ${p.reason}`,
  'model.join-refused': (p: { from: string; to: string; reason: string }) =>
    `The data source refuses the join from '${p.from}' to '${p.to}': ${p.reason}`,
  'model.type-differs': (p: { member: string; declared: string; found: string }) =>
    `'${p.member}' is declared as ${p.declared}, and its values are ${p.found}`,
  'model.aggregate-of-no-number': (p: { member: string; aggregate: string; found: string }) =>
    `'${p.member}' is the ${p.aggregate} of values that are ${p.found}`,
  'model.unanswerable': (p: { member: string; reason: string }) => `'${p.member}' cannot be queried: ${p.reason}`,
} as const;
