export { analyse } from './analyse.ts';
export { HiddenNames, type Meaning, meansSomething, standsIn } from './meanings/index.ts';
export type {
  Analysis,
  CertifiedQuery,
  FoundNames,
  FoundValues,
  QuestionContext,
  Interpretation,
  NamedMember,
  AnalysisOutcome,
  QueryOutcome,
  WantedNames,
  WantedValues,
} from './outcome.ts';
export { keyOf } from './text/index.ts';
export { type RowsOfModel, rowsOfModel } from './rows-of-model.ts';
export type { VisibleModel, VisiblePiece } from './visible-model.ts';
