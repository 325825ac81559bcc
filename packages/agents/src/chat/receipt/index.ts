export { type KeptReceipt, keptReceipt } from './kept-receipt.ts';
export { type ReceiptAsker, type ReceiptReader, Receipts } from './receipts.ts';
export { stateOfThread, withoutReceipts } from './state-of-thread.ts';
