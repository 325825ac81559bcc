import { element } from '../markup/index.ts';
import { sendSignIn, type FrameProvider } from './sign-in-requests.ts';

const texts = {
  title: 'Sign in',
  opened: (name: string) => `Go on in the window of ${name} that has opened.`,
  blocked: (name: string) => `The browser has not opened the window of ${name}.`,
  open: (name: string) => `Open ${name} in a window`,
  code: 'Code, if that window shows one',
  submit: 'Continue',
  wait: 'Signing in',
  back: 'Back',
} as const;

interface ProviderWindowInput {
  readonly shown: Element;
  readonly provider: FrameProvider;
  readonly basePath: string;
  readonly onBack: () => void;
  readonly onSignedIn: () => void;
}

/**
 * Signs in by a provider, whose pages no frame may show, in a window of its own. That window cannot give this frame its
 * session: browsers keep the cookies of the two apart. It gives a code, by message, or by the hand of the user where
 * a page of the provider has cut the two windows off from each other. The code is of use only with the random value of
 * this frame, which the sign-in began with.
 */
export function showProviderWindow({ shown, provider, basePath, onBack, onSignedIn }: ProviderWindowInput): void {
  const page = shown.ownerDocument.defaultView;
  if (!page) return;
  const frame = randomValue(page.crypto);
  const address = `${basePath}/sso/${encodeURIComponent(provider.key)}/start?frame=${frame}`;
  const opened = page.open(address, '_blank', 'popup,width=520,height=720');
  const state = element('p', { textContent: opened ? texts.opened(provider.name) : texts.blocked(provider.name) });
  state.role = 'status';
  const code = element('input', { name: 'code', type: 'text', autocomplete: 'off', required: true });
  const submit = element('button', { type: 'submit', textContent: texts.submit });
  const problem = element('p', { className: 'error' });
  problem.role = 'alert';
  const form = element('form', {}, element('label', {}, texts.code, ' ', code), submit, problem);
  const back = element('button', { type: 'button', className: 'quiet', textContent: texts.back });

  const redeem = async (given: string, from: Window | null) => {
    if (submit.disabled) return;
    submit.disabled = true;
    submit.textContent = texts.wait;
    problem.textContent = '';
    const fault = await sendSignIn(`${basePath}/api/v1/embed/sign-in/redeem`, { frame, code: given });
    submit.disabled = false;
    submit.textContent = texts.submit;
    if (fault === undefined) {
      from?.close();
      leave();
      return onSignedIn();
    }
    problem.textContent = fault;
    code.focus();
  };
  const receive = ({ origin, source, data }: MessageEvent) => {
    if (!form.isConnected) return leave(); // the page around the frame has begun a session meanwhile
    const isOurs = origin === page.location.origin && (!opened || source === opened);
    const given = isOurs ? codeIn(data) : undefined;
    if (given !== undefined) void redeem(given, source as Window | null); // only windows send from this origin
  };
  const leave = () => page.removeEventListener('message', receive);
  page.addEventListener('message', receive);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void redeem(code.value, opened);
  });
  back.addEventListener('click', () => {
    leave();
    onBack();
  });
  const title = element('h1', { textContent: texts.title });
  shown.replaceChildren(title, state, ...(opened ? [] : [linkTo(address, provider)]), form, back);
}

/** A link opens a window where a script may not. */
function linkTo(href: string, { name }: FrameProvider): HTMLElement {
  const link = element('a', { href, target: '_blank', rel: 'opener', textContent: texts.open(name) });
  return element('p', {}, link);
}

/** The code in a message of the page at the end of a sign-in. */
function codeIn(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null || !('type' in data) || !('code' in data)) return undefined;
  return data.type === 'orrery-signed-in' && typeof data.code === 'string' ? data.code : undefined;
}

/** 32 bytes as base64url. */
function randomValue(crypto: Crypto): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
