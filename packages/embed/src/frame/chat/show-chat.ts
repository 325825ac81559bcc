import type { OrreryError } from '@orrery/client/chat';
import type { ServerRefusal, Server } from '../ask-server.ts';
import type { BodyLook } from '../../body/index.ts';
import { element } from '../../markup/index.ts';
import type { FrameSession } from '../frame-session.ts';
import { connectChat } from './chat-connection.ts';
import { Composer } from './composer.ts';
import { ConversationView } from './conversation-view.ts';
import type { Skill } from './skill-menu.ts';
import { ThreadList } from './thread-list.ts';
import { WaitingQuestions } from './waiting-questions.ts';

export interface ChatInput {
  /** The chat that was open last; absent: a new one. */
  readonly chatId: string | undefined;
  /** Keeps which chat is open. */
  readonly keepChat: (chatId: string | undefined) => void;
  /** Receives the name of the agent, as the title of the page. */
  readonly onTitle: (title: string) => void;
  /** Path or address before `/api`, without a slash at the end. */
  readonly basePath: string;
  readonly server: Server;
  readonly session: FrameSession;
  /** Absent where the address does not name it: that of the session, else the first one of the user. */
  readonly deploymentId: number | undefined;
  /** The agent that the address names; the default one of the deployment without. */
  readonly agentId: string | undefined;
  readonly look: () => BodyLook;
  readonly logo: string | undefined;
  readonly onRefused: (error: OrreryError) => void;
}

/** A chat that is shown. */
export interface ShownChat {
  readonly root: HTMLElement;
  /** Draws everything again, in other colours. */
  redraw(): void;
  /** Tells the chat that there is a new token. */
  renew(): void;
  /** Leaves the chat; an answer that is being given goes on at the server. */
  close(): void;
}

interface Agent {
  readonly id: number;
  readonly name: string;
  readonly description: string | null;
  readonly agentSpace: { readonly name: string };
  readonly chatUrl: string;
}

interface ListOf<T> {
  readonly items: readonly T[];
}

const texts = {
  title: 'Chat',
  chats: 'Chats',
  create: 'New chat',
  greeting: 'Ask a question about your data.',
  start: 'What can I ask?',
  skills: 'Skills',
  later: 'It is asked after this answer',
  noAgent: { status: 404, text: 'There is no agent to talk to.', requestId: undefined },
} as const;

/** Shows the chats of a viewer with an agent. @returns why there is nothing to show */
export async function showChat(input: ChatInput): Promise<ShownChat | ServerRefusal> {
  const { basePath, server, session, look, logo, onRefused } = input;
  const deploymentId = await deploymentOf(input);
  if (typeof deploymentId !== 'number') return deploymentId;
  const own = session.isOfViewer ? '?allowEmbedding=true' : '';
  const agents = await server.json<ListOf<Agent>>(`/deployments/${deploymentId}/agents${own}`);
  if (!agents.ok) return agents;
  const { agentId } = input;
  const agent = agents.body.items.find(({ id }) => agentId === undefined || String(id) === agentId);
  if (!agent) return texts.noAgent;
  const space = new URLSearchParams({ space: agent.agentSpace.name });
  const skills = await server.json<ListOf<Skill>>(`/deployments/${deploymentId}/agent-skills?${space}`);

  const status = element('p', { className: 'unseen' });
  status.role = 'status';
  const say = (text: string) => {
    status.textContent = text;
  };
  const client = connectChat({ basePath, chatUrl: agent.chatUrl, session });
  const conversation: ConversationView = new ConversationView({
    ...{ client, look, say, onRefused },
    onAnswering: (isAnswering) => {
      composer.isAnswering = isAnswering;
      empty.hidden = !conversation.isEmpty;
      if (!isAnswering) void threads.fill();
    },
    onOver: (isAnswered) => {
      if (!isAnswered) return composer.giveBack(waiting.takeAll());
      const next = waiting.next();
      if (next !== undefined) ask(next);
    },
    onChat: (chatId) => {
      threads.current = chatId;
      input.keepChat(chatId);
    },
  });
  const waiting = new WaitingQuestions();
  const begin = () => {
    composer.giveBack(waiting.takeAll());
    conversation.clear();
    empty.hidden = false;
    setOpen(false);
    composer.focus();
  };
  const threads: ThreadList = new ThreadList({
    ...{ server, deploymentId, agentId: agent.id, say },
    onOpen: ({ chatId }) => {
      setOpen(false);
      composer.giveBack(waiting.takeAll());
      empty.hidden = true;
      void conversation.open(chatId);
      conversation.root.focus({ preventScroll: true });
    },
    onGone: (chatId) => {
      if (chatId === conversation.chatId) begin();
    },
  });
  const ask = (text: string) => {
    if (conversation.isAnswering) {
      if (waiting.add(text)) return say(texts.later);
      return composer.giveBack([text]);
    }
    empty.hidden = true;
    void conversation.ask(text);
  };
  const composer = new Composer({
    ...{ skills: skills.ok ? skills.body.items : [], say },
    onAsk: ask,
    onStop: () => conversation.stop(),
  });
  const empty = emptyChat(agent, skills.ok ? skills.body.items : [], {
    onAsk: ask,
    onSkill: (skill) => composer.menu.insert(skill),
  });
  const toggle = button(texts.chats, () => setOpen(toggle.ariaExpanded !== 'true'));
  const setOpen = (isOpen: boolean) => {
    toggle.ariaExpanded = String(isOpen);
    threads.root.classList.toggle('open', isOpen);
  };
  setOpen(false);

  const picture =
    logo === undefined
      ? []
      : [element('img', { className: 'logo', alt: '', src: logo, referrerPolicy: 'no-referrer' })];
  const name = agent.name === 'auto' ? texts.title : agent.name;
  input.onTitle(name);
  const title = element('h1', {}, name);
  const head = element('header', { className: 'chat-head' }, toggle, ...picture, title, button(texts.create, begin));
  const talk = element('div', { className: 'talk' }, empty, conversation.root, waiting.root, composer.root);
  const root = element('main', { className: 'chat-page' }, head, threads.root, talk, status);
  root.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || toggle.ariaExpanded !== 'true') return;
    setOpen(false);
    toggle.focus({ preventScroll: true });
  });
  await threads.fill();
  if (input.chatId !== undefined) {
    empty.hidden = true;
    void conversation.open(input.chatId);
  }
  return {
    root,
    redraw: () => conversation.redraw(),
    renew: () => void threads.fill(),
    close: () => conversation.clear(),
  };
}

async function deploymentOf({ deploymentId, session, server }: ChatInput): Promise<number | ServerRefusal> {
  const known = deploymentId ?? session.deploymentId;
  if (known !== undefined) return known;
  const all = await server.json<ListOf<{ readonly id: number }>>('/deployments?first=1');
  return all.ok ? (all.body.items[0]?.id ?? texts.noAgent) : all;
}

interface EmptyChatInput {
  readonly onAsk: (text: string) => void;
  readonly onSkill: (skill: Skill) => void;
}

/** Makes the content of a chat without questions. */
function emptyChat(agent: Agent, skills: readonly Skill[], { onAsk, onSkill }: EmptyChatInput): HTMLElement {
  const offers = skills.map((skill) => {
    const offer = button(skill.title, () => onSkill(skill));
    offer.title = skill.description;
    return offer;
  });
  const list = element(
    'div',
    { className: 'buttons' },
    button(texts.start, () => onAsk(texts.start)),
    ...offers,
  );
  return element('div', { className: 'empty-chat' }, element('p', {}, agent.description || texts.greeting), list);
}

function button(text: string, act: () => unknown): HTMLButtonElement {
  const made = element('button', { type: 'button', textContent: text });
  made.addEventListener('click', () => void act());
  return made;
}
