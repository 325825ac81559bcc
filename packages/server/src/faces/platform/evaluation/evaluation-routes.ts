import type { EvaluationService } from '@orrery/agents';
import { evaluationOperations } from '@orrery/contract';
import { byEndlessNumber, presentPage, rangeBefore, rangeFrom, readPage } from '../page.ts';
import { type PlatformFace, serve } from '../serve.ts';
import { presentEvaluation, presentResult } from './present-evaluation.ts';

export interface EvaluationServices {
  readonly evaluations: { open(): Promise<EvaluationService> };
}

const order = byEndlessNumber('evaluations');
const resultOrder = byEndlessNumber('results of evaluations');

/** Serves evaluations: eval questions that are answered in the background, and graded. */
export function serveEvaluations(face: PlatformFace, { evaluations }: EvaluationServices): void {
  serve(face, evaluationOperations.start, async ({ deploymentId, caller, body, makeChange }) => {
    const service = await evaluations.open();
    const planned = await service.plan(deploymentId, body);
    return presentEvaluation(await makeChange((change) => service.start(change, caller.userId, planned)));
  });

  serve(face, evaluationOperations.list, async ({ rights, query }) => {
    const page = readPage(query, order);
    const found = await (await evaluations.open()).list(rights, rangeBefore(page));
    return presentPage(found, page, presentEvaluation);
  });

  serve(face, evaluationOperations.get, async ({ rights, params: { id } }) =>
    presentEvaluation(await (await evaluations.open()).get(rights, id)),
  );

  serve(face, evaluationOperations.results, async ({ rights, caller, params: { id }, query }) => {
    const page = readPage(query, resultOrder);
    const { run, results } = await (await evaluations.open()).results(rights, id, rangeFrom(page));
    const isOwn = run.createdBy === caller.userId;
    return presentPage(results, page, (result) => presentResult(result, isOwn));
  });
}
