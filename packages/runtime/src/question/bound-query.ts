import type { RowConstant, RowFormat, RowKey } from '@orrery/engines';
import type { RequestContext } from '@orrery/semantic';
import type { BoundQuestion } from '../answer/index.ts';
import { encodeKeys, planPrepared, type PreparedBlock, renderPrepared } from '../query/index.ts';
import type { Runtime } from '../runtime.ts';

/** Options of a request, other than its query, that change an answer. */
export interface AnswerShape {
  readonly format: RowFormat;
  /** Whether the rows without limit and offset are counted too. */
  readonly countsTotal: boolean;
  /** An additional last key of each row. */
  readonly lastKey?: RowKey | RowConstant;
}

/** The question that is one query. */
export function boundQuery(
  prepared: PreparedBlock,
  { format, countsTotal, lastKey }: AnswerShape,
  runtime: Pick<Runtime, 'dialectFor'>,
): BoundQuestion {
  const { bound, model } = prepared;
  return {
    model,
    blocks: [prepared],
    identity: JSON.stringify(['query', format, countsTotal, lastKey ?? null]),
    isEmpty: bound.limit === 0,
    encoding: () => ({ format, ...encodeKeys(bound, lastKey) }),
    render: (context: RequestContext) => {
      const plan = planPrepared(prepared, context);
      const statement = renderPrepared(plan, prepared, runtime);
      const counting = countsTotal ? planPrepared(prepared, context, { countsRows: true }) : undefined;
      const count = counting && renderPrepared(counting, prepared, runtime);
      return { statement, ...(count ? { count } : {}), plans: [plan] };
    },
  };
}
