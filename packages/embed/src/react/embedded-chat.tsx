import { useCallback, useRef } from 'react';
import { logoOf, type ServerRefusal } from '../frame/index.ts';
import { type EmbedProblem, SessionPlace } from './session-place.tsx';
import type { PartInput } from './session-view.ts';
import type { LookProps } from './shadow-place.tsx';

export interface EmbeddedChatProps extends LookProps {
  /** Absent: the default agent of the deployment. */
  readonly agentId?: number | undefined;
  readonly onError?: ((problem: EmbedProblem) => void) | undefined;
}

/** Chats with an agent, without a frame. The conversation scrolls inside: give the element a height. */
export function EmbeddedChat({ agentId, onError, ...look }: EmbeddedChatProps) {
  /** The chat that is open, while the component is on the page. */
  const chat = useRef<string>(undefined);
  const open = useCallback(
    async ({ session, look: lookNow, onError: tell }: PartInput) => {
      const [{ showChat }, { appTheme }] = await Promise.all([import('../frame/chat/show-chat.ts'), session.looks()]);
      return showChat({
        ...{ basePath: session.address, server: session.server, session: session.frame, look: lookNow },
        deploymentId: undefined,
        agentId: agentId === undefined ? undefined : String(agentId),
        chatId: chat.current,
        keepChat: (chatId) => {
          chat.current = chatId;
        },
        onTitle: () => undefined, // the title is that of the page around it
        logo: logoOf(appTheme, lookNow().isDark),
        onRefused: ({ status, message: text, requestId }) => tell({ status, text, requestId }),
      });
    },
    [agentId],
  );
  return <SessionPlace {...look} open={open} textOf={textOf} onError={onError} />;
}

function textOf({ status, text }: ServerRefusal): string {
  return status === 403 ? 'Chat is not available here.' : text;
}
