export interface PageWithoutSession {
  /** Emptied, and filled with what is shown. */
  readonly root: Element;
  readonly page: 'dashboard' | 'chat';
  /** Path before `/api`, without a slash at the end. */
  readonly basePath: string;
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
  unreachable: 'The server cannot be reached. Try again.',
  failed: 'Signing in failed. Try again.',
  lost: 'This browser does not keep the sign-in inside of this page.',
  open: { dashboard: 'Open the dashboard by itself', chat: 'Open the chat by itself' },
} as const;

/**
 * Shows what a page is without a session of a viewer: a form for users of the account to sign in, for the session in the
 * cookie of frames.
 */
export function showWithoutSession(input: PageWithoutSession): void {
  const { root } = input;
  const document = root.ownerDocument;
  const title = document.createElement('h1');
  const shown = document.createElement('main');
  shown.className = 'sign-in';
  title.textContent = texts.title;
  shown.append(title, signInForm(document, input));
  root.replaceChildren(shown);
}

function signInForm(document: Document, input: PageWithoutSession): HTMLElement {
  const { basePath, isSignInLost, onSignedIn } = input;
  const form = document.createElement('form');
  const username = field(document, texts.username, { name: 'username', type: 'text', autocomplete: 'username' });
  const password = field(document, texts.password, {
    name: 'password',
    type: 'password',
    autocomplete: 'current-password',
  });
  const problem = paragraph(document, '');
  problem.role = 'alert';
  const submit = document.createElement('button');
  submit.type = 'submit';
  submit.textContent = texts.submit;
  form.append(username.label, password.label, submit, problem);
  if (isSignInLost) {
    problem.textContent = texts.lost;
    form.append(linkToItself(document, input));
  }
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    submit.disabled = true;
    problem.textContent = '';
    submit.textContent = texts.wait;
    const given = { username: username.input.value, password: password.input.value };
    const fault = await signIn(`${basePath}/api/v1/embed/sign-in`, given);
    submit.disabled = false;
    submit.textContent = texts.submit;
    if (fault === undefined) return onSignedIn();
    problem.textContent = fault;
    password.input.value = '';
    password.input.focus();
  });
  return form;
}

/** @returns what went wrong, in words for the viewer */
async function signIn(url: string, given: object): Promise<string | undefined> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(given),
    });
    if (answer.ok) return undefined;
    const { error } = await answer.json().catch(() => ({}));
    return typeof error === 'string' ? error : texts.failed;
  } catch {
    return texts.unreachable;
  }
}

interface FieldAttributes {
  readonly name: string;
  readonly type: string;
  readonly autocomplete: AutoFill;
}

function field(document: Document, text: string, attributes: FieldAttributes) {
  const label = document.createElement('label');
  const input = Object.assign(document.createElement('input'), attributes, { required: true });
  label.append(text, ' ', input);
  return { label, input };
}

function paragraph(document: Document, text: string): HTMLParagraphElement {
  return Object.assign(document.createElement('p'), { textContent: text });
}

/** Makes a link to the page outside of the frame, where its cookies are first-party. */
function linkToItself(document: Document, { page }: Pick<PageWithoutSession, 'page'>): HTMLElement {
  const { origin, pathname } = document.location;
  return Object.assign(document.createElement('a'), {
    href: origin + pathname,
    target: '_blank',
    rel: 'noopener noreferrer',
    textContent: page === 'chat' ? texts.open.chat : texts.open.dashboard,
  });
}
