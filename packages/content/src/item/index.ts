export { clearSharing } from './clear-sharing.ts';
export { ContentAccess } from './content-access.ts';
export {
  type ChangeOf,
  changedIn,
  fieldOf,
  flag,
  json,
  oneOf,
  optionalJson,
  readFields,
  type ValuesOf,
  writeFields,
} from './fields.ts';
export { type ItemRow, ItemStore, lockTree } from './item-store.ts';
export { comesAfter, type SortKeyValues, type KeysetRange } from './keyset.ts';
export { requireRevision, revisionOf } from './revision.ts';
export { requireSources } from './require-sources.ts';
export { isAtLeast, isItemKind, type ItemKind, itemKinds, type Level, levelOfRank, rankOf, sharedAs } from './level.ts';
export { FavouriteStore } from './favourite-store.ts';
export { type LevelRequirement, may, mayByKind, requireMaker } from './policies.ts';
export { newPublicId } from './public-id.ts';
export {
  type ContentRights,
  contentRightsOf,
  isIn,
  type ItemSpace,
  type ContentScope,
  sharedRightsOf,
  spaceOf,
  workspaceOfAccount,
} from './content-rights.ts';
export { surfaced, visible } from './visible.ts';
