export { analyse } from './analyse.ts';
export { HiddenNames, type Meaning, meansSomething, standsIn } from './meanings/index.ts';
export type {
  Analysis,
  CertifiedQuery,
  FoundValues,
  Given,
  Interpretation,
  NamedMember,
  Outcome,
  QueryOutcome,
  WantedValues,
} from './outcome.ts';
export { keyOf } from './text/index.ts';
export type { VisibleModel } from './visible-model.ts';
