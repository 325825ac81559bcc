import { element } from '../markup/index.ts';
import { showProviderWindow } from './provider-window.ts';
import { sendSignIn, signInMethods, type FrameProvider, type PageOfAccount } from './sign-in-requests.ts';

export interface PageWithoutSession {
  /** Emptied, and filled with what is shown. */
  readonly root: Element;
  readonly page: 'dashboard' | 'chat';
  /** Path before `/api`, without a slash at the end. */
  readonly basePath: string;
  /** Says which account people sign in to. */
  readonly account: PageOfAccount;
  /** Set when the viewer has just signed in and is still unknown: the browser keeps no cookies in this frame. */
  readonly isSignInLost?: boolean;
  readonly onSignedIn: () => void;
}

const texts = {
  title: 'Sign in',
  username: 'Username or email',
  password: 'Password',
  submit: 'Sign in',
  wait: 'Signing in',
  ways: 'Other ways to sign in',
  by: (provider: string) => `Sign in with ${provider}`,
  byPassword: 'Sign in with a password',
  lost: 'This browser does not keep the sign-in inside of this page.',
  open: { dashboard: 'Open the dashboard by itself', chat: 'Open the chat by itself' },
} as const;

/**
 * Shows what a page is without a session of a viewer: a form and the providers for users of the account to sign in, for
 * the session in the cookie of frames.
 */
export function showWithoutSession(input: PageWithoutSession): void {
  const shown = element('main', { className: 'sign-in' });
  const form = signInForm(input);
  shown.append(element('h1', { textContent: texts.title }), ...(input.isSignInLost ? lost(input) : []), form);
  input.root.replaceChildren(shown);
  void offerProviders(shown, form, input);
}

function signInForm({ basePath, account, onSignedIn }: PageWithoutSession): HTMLFormElement {
  const username = field(texts.username, { name: 'username', type: 'text', autocomplete: 'username' });
  const password = field(texts.password, { name: 'password', type: 'password', autocomplete: 'current-password' });
  const problem = element('p');
  problem.role = 'alert';
  const submit = element('button', { type: 'submit', textContent: texts.submit });
  const form = element('form', {}, username.label, password.label, submit, problem);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    submit.disabled = true;
    problem.textContent = '';
    submit.textContent = texts.wait;
    const given = { username: username.input.value, password: password.input.value, ...account };
    const fault = await sendSignIn(`${basePath}/api/v1/embed/sign-in`, given);
    submit.disabled = false;
    submit.textContent = texts.submit;
    if (fault === undefined) return onSignedIn();
    problem.textContent = fault;
    password.input.value = '';
    password.input.focus();
  });
  return form;
}

/** Adds the providers, and folds the form where only some people may use a password. A form in use stays. */
async function offerProviders(shown: HTMLElement, form: HTMLFormElement, input: PageWithoutSession): Promise<void> {
  const { providers, password } = await signInMethods(input.basePath, input.account);
  if (!form.isConnected || providers.length === 0) return;
  const ways = element('nav', { className: 'ways' }, ...providers.map((provider) => buttonOf(provider, shown, input)));
  ways.ariaLabel = texts.ways;
  form.after(ways);
  const isTyping = form.contains(form.ownerDocument.activeElement) || new FormData(form).get('username') !== '';
  if (password || isTyping) return;
  form.hidden = true;
  const unfold = element('button', { type: 'button', className: 'quiet', textContent: texts.byPassword });
  unfold.addEventListener('click', () => {
    form.hidden = false;
    unfold.remove();
    form.querySelector('input')?.focus();
  });
  ways.append(unfold);
}

function buttonOf(provider: FrameProvider, shown: HTMLElement, input: PageWithoutSession): HTMLElement {
  const { basePath, onSignedIn } = input;
  const button = element('button', { type: 'button', textContent: texts.by(provider.name) });
  const onBack = () => showWithoutSession(input);
  button.addEventListener('click', () => showProviderWindow({ shown, provider, basePath, onBack, onSignedIn }));
  return button;
}

interface FieldAttributes {
  readonly name: string;
  readonly type: string;
  readonly autocomplete: AutoFill;
}

function field(text: string, attributes: FieldAttributes) {
  const input = element('input', { ...attributes, required: true });
  return { label: element('label', {}, text, ' ', input), input };
}

/** Says that the session was not kept, with a link to the page outside of the frame, where its cookies are first-party. */
function lost({ root, page }: PageWithoutSession): readonly HTMLElement[] {
  const { origin, pathname } = root.ownerDocument.location;
  const said = element('p', { textContent: texts.lost });
  said.role = 'alert';
  const link = element('a', {
    href: origin + pathname,
    target: '_blank',
    rel: 'noopener noreferrer',
    textContent: texts.open[page],
  });
  return [said, element('p', {}, link)];
}
