export { askAll, type GradedInOrder } from './ask-all.ts';
export { chooseQuestions } from './choose-questions.ts';
export { accuracyOf, countResults } from './count-results.ts';
export type { Evaluation, EvaluationResult } from './evaluation.ts';
export { EvaluationJob } from './evaluation-job.ts';
export { EvaluationService } from './evaluation-service.ts';
export { examineAgent } from './examine-agent.ts';
export { examineRun } from './examine-run.ts';
