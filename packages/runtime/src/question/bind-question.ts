import type { AnswerService } from '../answer/index.ts';
import { type ParsedRequest, type QueryNote, slotOf } from '../query/index.ts';
import type { StatementRows } from '../statement/index.ts';
import { type Binding, bindQueries } from './bind-queries.ts';
import { bindStatement } from './bind-statement.ts';
import type { BoundRequest } from './bound-request.ts';
import { type LinesHead, linesForm, type StatementRowsOptions } from './lines-form.ts';
import { loadForm, type QueryOptions, type RowsAnswer } from './load-form.ts';
import type { JsonQuestion, StatementQuestion } from './question.ts';

interface QuestionSettings extends Binding {
  readonly requestId: string;
  readonly options: QueryOptions & StatementRowsOptions & { readonly takesLines: boolean };
  /** Whether answers show the id of their request. */
  readonly isDevelopment: boolean;
  readonly answers: Pick<AnswerService, 'cache'>;
}

/**
 * Reads a question over the model and binds it to the rights of its caller; the note keeps what is known of it so far.
 *
 * @throws InvalidQuery, StatementInvalid; DataSourceFailure, Unavailable when a source does not tell of its times, the
 * reason of the signal
 */
export async function bindQuestion(
  question: JsonQuestion | StatementQuestion,
  { options, isDevelopment, answers, ...binding }: QuestionSettings,
  note: QueryNote,
): Promise<BoundRequest<RowsAnswer, ParsedRequest> | BoundRequest<StatementRows, LinesHead>> {
  const slot = slotOf(binding.now);
  if (question.kind === 'statement') {
    return linesForm(await bindStatement(question, binding, note), { options, answers, slot, note });
  }
  const { runtime, principal, requestId } = binding;
  const request = await bindQueries(question, binding, note);
  const shown = isDevelopment ? requestId : undefined;
  return loadForm(request, { runtime, principal, options, requestId: shown, answers, slot, note });
}
