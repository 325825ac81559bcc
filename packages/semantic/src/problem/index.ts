export type { CatalogueCode, CatalogueParams } from './catalogue.ts';
export {
  atRequest,
  fail,
  type Outcome,
  problem,
  type Problem,
  type ProblemCode,
  succeed,
} from './problem.ts';
export { hintWithTaken } from './what-it-takes.ts';
