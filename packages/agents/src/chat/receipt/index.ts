export type { KeptReceipt } from './kept-receipt.ts';
export { ReceiptOfTurn } from './receipt-of-turn.ts';
export { type ReceiptAsker, type ReceiptReader, Receipts } from './receipts.ts';
export { stateOfThread, withoutReceipts } from './state-of-thread.ts';
