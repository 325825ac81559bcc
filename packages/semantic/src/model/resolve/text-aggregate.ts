import type { BoundSql } from './bind-names.ts';
import type { MemberId } from '../model.ts';

const aggregates = new Set(
  `any_value approx_count_distinct approx_distinct approx_percentile approx_quantile approx_top_k arg_max arg_min array_agg
  avg bit_and bit_or bit_xor bool_and bool_or corr count countif count_if covar_pop covar_samp entropy every favg first
  fsum group_concat histogram json_agg json_arrayagg json_group_array json_group_object json_object_agg jsonb_agg
  jsonb_object_agg kurtosis last list listagg mad max max_by mean median min min_by mode percentile_cont percentile_disc
  product quantile quantile_cont quantile_disc regr_avgx regr_avgy regr_count regr_intercept regr_r2 regr_slope skewness
  std stddev stddev_pop stddev_samp string_agg sum sumif sum_if uniq uniqexact var_pop var_samp variance xmlagg`.split(
    /\s+/,
  ),
);

/** Aggregate functions of every engine. */
const common: ReadonlySet<string> = new Set(['sum', 'avg', 'min', 'max', 'count']);

/** Functions of rows, and SQL keywords that a bracket may follow. */
const known: ReadonlySet<string> = new Set(
  `abs all and any as between by case cast ceil ceiling coalesce concat date date_trunc distinct else exists exp extract filter
  floor from greatest group if ifnull in is least left length like ln log lower mod not null nullif on or over partition
  power replace right round select sign sqrt substr substring then to_char trim upper when where within`.split(/\s+/),
);

/**
 * String literals, quoted identifiers, comments, words, brackets: the tokens that decide where a call begins and ends.
 */
const token = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|[A-Za-z_]\w*|[()]/g;

export interface TextAggregates {
  /** Whether it calls an aggregate function by name. */
  readonly isAggregate: boolean;
  /** Measures inside such a call, which are aggregates already. */
  readonly wraps: readonly MemberId[];
  /** The common aggregate function it calls outside any SELECT of its own. */
  readonly calls?: string;
  /** Whether it calls an unknown function, which may be an aggregate. */
  readonly callsUnknown: boolean;
  /** Whether it calls a window function outside any SELECT of its own. */
  readonly hasWindow: boolean;
}

/**
 * Finds aggregate and window functions in an author's SQL. `SUM({total}) OVER ()` is a window, not an aggregate.
 * Fragile: functions are recognised by name; an unlisted one that takes no column of the cube is missed.
 */
export function findTextAggregates({ fragment, references }: BoundSql): TextAggregates {
  const measures = new Set(
    references.filter(({ definition }) => definition.kind === 'measure').map(({ member }) => member),
  );
  /** One entry per open bracket: the measures inside if an aggregate opened it; whether it is a SELECT. */
  const open: { readonly word: string; readonly call: MemberId[] | undefined; isSelect: boolean }[] = [];
  const wraps: MemberId[] = [];
  let isAggregate = false;
  let hasWindow = false;
  let callsUnknown = false;
  let calls: string | undefined;
  let word = '';
  fragment.parts.forEach((part) => {
    if (part.kind === 'member') {
      if (measures.has(part.member)) for (const { call } of open) call?.push(part.member);
      word = '';
      return;
    }
    if (part.kind !== 'text') {
      word = '';
      return;
    }
    for (const match of part.text.matchAll(token)) {
      const [text] = match;
      if (text.startsWith('--') || text.startsWith('/*')) continue;
      if (text === '(') {
        callsUnknown ||= word !== '' && !aggregates.has(word) && !known.has(word);
        if (word === 'over' && !open.some(({ isSelect }) => isSelect)) hasWindow = true;
        open.push({ word, call: aggregates.has(word) ? [] : undefined, isSelect: false });
        word = '';
      } else if (text === ')') {
        const closed = open.pop();
        const call = closed?.call;
        const isWindow = /^\s*over\b/i.test(part.text.slice(match.index + 1));
        if (call && !isWindow) {
          isAggregate = true;
          wraps.push(...call);
          if (common.has(closed.word) && !open.some(({ isSelect }) => isSelect)) calls ??= closed.word;
        }
        word = '';
      } else {
        word = text.toLowerCase();
        const around = open.at(-1);
        if (around && word === 'select') around.isSelect = true;
      }
    }
  });
  return { isAggregate, wraps, callsUnknown, hasWindow, ...(calls === undefined ? {} : { calls }) };
}
