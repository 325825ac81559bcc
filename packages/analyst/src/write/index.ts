export { faultsOf } from './check-meaning.ts';
export { askForNames, clarify, trimmed, withTime } from './clarify.ts';
export { describeQuery } from './describe-query.ts';
export { explainNoFit } from './explain-no-fit.ts';
export { notesOf } from './notes-of.ts';
export { withhold } from './withhold.ts';
export { type Understood } from './write-query.ts';
