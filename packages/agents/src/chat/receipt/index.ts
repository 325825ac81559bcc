export { type KeptReceipt, keptReceipt, writeReceipt } from './kept-receipt.ts';
export { type ReceiptAsker, type ReceiptReader, Receipts } from './receipts.ts';
export { stateOfThread, withoutReceipts } from './state-of-thread.ts';
