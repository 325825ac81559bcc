export { agentsOf, ensureAgents, type KnownAgent, readAgent, setAllowEmbed } from './agent-rows.ts';
export { type StoredImage, imagesOf, insertImages } from './image-rows.ts';
export {
  deleteDeltas,
  deltasOfRun,
  insertDeltas,
  insertRecords,
  lastSortOf,
  recordsOfRuns,
  recordsOfThread,
  type RunDeltas,
  writtenAfter,
  type WrittenFrom,
} from './record-rows.ts';
export {
  insertResults,
  newestReceipts,
  placeOfResult,
  type ReceiptRow,
  receiptsAfter,
  type ResultPlace,
} from './receipt-rows.ts';
export * from './run-rows.ts';
