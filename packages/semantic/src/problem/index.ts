export type { CatalogueCode, CatalogueParams } from './catalogue.ts';
export { type Comparisons, didYouMean, editDistance, nearest, nearestName } from './nearest.ts';
export {
  atRequest,
  fail,
  type FileSpan,
  type Outcome,
  problem,
  type Problem,
  type ProblemCode,
  type Span,
  succeed,
} from './problem.ts';
export { hintWithTaken } from './what-it-takes.ts';
