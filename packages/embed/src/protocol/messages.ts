import type { FiltersPatch, GrainsPatch, ViewerState } from './viewer-state.ts';

/** Name of the sender in every message of the frame. */
export const messageSource = 'orrery';
/** Version of the messages of the frame. Hosts ignore messages of a version that they do not know. */
export const protocolVersion = 1;

export const themes = ['light', 'dark', 'auto'] as const;
export type Theme = (typeof themes)[number];

/** A message of a host page to the frame. */
export type HostMessage =
  | { readonly type: 'SET_THEME'; readonly payload: Theme }
  | { readonly type: 'SET_FILTERS'; readonly payload: FiltersPatch }
  | { readonly type: 'SET_TIME_GRAINS'; readonly payload: GrainsPatch }
  /** Carries the id of a new session of the same viewer, never a token. */
  | { readonly type: 'SET_SESSION'; readonly payload: { readonly sessionId: string } }
  /** Answered by `STATE` with the same `requestId`. */
  | { readonly type: 'GET_STATE'; readonly payload: { readonly requestId: string } };

/** A message of the frame without any data of the viewer. */
export type FrameSignal =
  /** The frame listens. */
  | { readonly type: 'READY'; readonly payload: Readonly<Record<string, never>> }
  /** Every chart of the dashboard has its data or an error. */
  | { readonly type: 'LOADED'; readonly payload: Readonly<Record<string, never>> }
  /** Height of the content in CSS pixels. */
  | { readonly type: 'HEIGHT'; readonly payload: { readonly height: number } }
  /** The token soon ends; `expiresAt` is an instant in epoch milliseconds by the clock of the browser. */
  | { readonly type: 'SESSION_EXPIRING'; readonly payload: { readonly expiresAt: number } }
  /** The frame has no valid token. */
  | { readonly type: 'SESSION_EXPIRED'; readonly payload: Readonly<Record<string, never>> }
  | { readonly type: 'ERROR'; readonly payload: { readonly code: string; readonly requestId?: string } };

/** A message of the frame about the state of the viewer, which it sends only to an origin that it has verified. */
export type FrameStatement =
  /** The complete state, after the viewer changed a control. */
  | { readonly type: 'FILTERS_CHANGED'; readonly payload: ViewerState }
  | {
      readonly type: 'STATE';
      readonly payload: ViewerState & { readonly requestId: string; readonly theme: Theme };
    };

export type FrameMessage = FrameSignal | FrameStatement;

/** A message of the frame, as it is posted. */
export type PostedFrameMessage = FrameMessage & {
  readonly source: typeof messageSource;
  readonly version: typeof protocolVersion;
};

export function toPost(message: FrameMessage): PostedFrameMessage {
  return { source: messageSource, version: protocolVersion, ...message };
}
