export { chooseFit, type ChosenFit } from './choose-fit.ts';
export { findFits } from './find-fits.ts';
export { isName, isThing, namesFor, type NeededKey, withKeys } from './things.ts';
export { KnownValues } from './known-values.ts';
export { PieceMembers } from './piece-members.ts';
export type { SlotChoice, Fit, Slot } from './slot.ts';
export { slotsOf } from './slots-of.ts';
export { lookupsFor } from './value-lookups.ts';
