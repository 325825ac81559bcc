export { faultsOf } from './check-meaning.ts';
export { askForNames, clarify, trimmed, withTime } from './clarify.ts';
export { describeQuery } from './describe-query.ts';
export { explainNoFit } from './explain-no-fit.ts';
export { withhold } from './withhold.ts';
export { partsOf, type Understood } from './write-query.ts';
