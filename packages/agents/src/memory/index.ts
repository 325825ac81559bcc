export { hiddenNamesOf } from './hidden-names-of.ts';
export { Memories } from './memories.ts';
export type { Learned, MemoriesOfTurn, Memory, MemoryMode, Told } from './memory.ts';
export { type ListedMemory, type MemoryLister, MemoryService } from './memory-service.ts';
export { asksToRemember, readTold } from './read-told.ts';
