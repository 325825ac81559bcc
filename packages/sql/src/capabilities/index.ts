export { clauses, type Construct, forms, statements } from './constructs.ts';
export { functionCapabilities, operatorCapabilities } from './functions.ts';
export { pushedDown } from './pushed-down.ts';
