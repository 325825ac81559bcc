import {
  type FrameMessage,
  type FrameSignal,
  type FrameStatement,
  type HostMessage,
  MessageAllowance,
  readHostMessage,
  toPost,
} from '../protocol/index.ts';

export interface ParentLink {
  /** Sends a message without data to the page around the frame, whatever its origin. */
  signal(message: FrameSignal): void;
  /** Sends the state of the viewer to the verified origin; does nothing while there is none. */
  state(message: FrameStatement): void;
  close(): void;
}

export interface ParentLinkInput {
  readonly page: Window;
  /** `*`, or the origins in `ORRERY_FRAME_ORIGINS`. */
  readonly frameOrigins: readonly string[];
  readonly onMessage: (message: HostMessage) => void;
}

/**
 * Exchanges messages with the page that shows this one in a frame, and with no other. Messages of siblings, children
 * and origins that are not configured are ignored. The first configured origin from which the parent sends a
 * well-formed message is the verified one for the life of the page. An opaque origin (`null`, of sandboxed pages) may
 * set values where every origin may, but cannot be verified, because no message can be addressed to it alone.
 */
export function linkToParent({ page, frameOrigins, onMessage }: ParentLinkInput): ParentLink {
  const { parent } = page;
  if (parent === page) return { signal: () => undefined, state: () => undefined, close: () => undefined };
  const configured = new Set(frameOrigins);
  const allowance = new MessageAllowance(() => page.performance.now());
  let verified: string | undefined;

  const receive = (event: MessageEvent) => {
    if (event.source !== parent || !mayTalk(event.origin) || !allowance.take()) return;
    const message = readHostMessage(event.data);
    if (!message) return;
    if (event.origin !== 'null') verified ??= event.origin;
    onMessage(message);
  };
  const mayTalk = (origin: string) =>
    verified === undefined ? configured.has('*') || configured.has(origin) : origin === verified;
  const post = (message: FrameMessage, origin: string) => parent.postMessage(toPost(message), origin);

  page.addEventListener('message', receive);
  return {
    signal: (message) => post(message, verified ?? '*'),
    state: (message) => {
      if (verified !== undefined) post(message, verified);
    },
    close: () => page.removeEventListener('message', receive),
  };
}
