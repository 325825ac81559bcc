export { MessageAllowance } from './message-allowance.ts';
export {
  type FrameMessage,
  type FrameSignal,
  type FrameStatement,
  type HostMessage,
  messageSource,
  type PostedFrameMessage,
  protocolVersion,
  type Theme,
  themes,
  toPost,
} from './messages.ts';
export { readFrameMessage } from './read-frame-message.ts';
export { readHostMessage } from './read-host-message.ts';
export {
  type FiltersPatch,
  type FilterValue,
  type GrainsPatch,
  readFiltersPatch,
  readFilterValue,
  readGrainsPatch,
  type ViewerState,
} from './viewer-state.ts';
