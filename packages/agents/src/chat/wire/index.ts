export {
  type ChatRecord,
  cutoffLine,
  errorLine,
  isFinal,
  isMainText,
  isTool,
  lineOf,
  textRecord,
  type TextRecord,
  toolRecord,
  userRecord,
} from './record.ts';
export { RunRecords } from './run-records.ts';
export { stateLine } from './state-messages.ts';
