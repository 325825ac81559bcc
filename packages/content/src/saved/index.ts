export type { SavedKind } from './saved-kind.ts';
export { type Saved, SavedService } from './saved-service.ts';
export { SavedStore } from './saved-store.ts';
