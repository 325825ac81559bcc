import { dressPage, type ServerRefusal } from '../frame/index.ts';
import { element } from '../markup/index.ts';
import type { EmbedSession } from './embed-session.ts';
import { sessionTexts } from './session-texts.ts';

/** The methods that the parts of a frame have in common. */
export interface ShownPart {
  readonly root: HTMLElement;
  /** Draws everything again, in other colours. */
  redraw(): void;
  /** Tells the part that there is a new token. */
  renew(): void;
  close(): void;
}

interface OwnLook {
  readonly isDark: boolean;
  readonly locale: string | undefined;
}

export interface PartInput {
  readonly session: EmbedSession;
  readonly look: () => OwnLook & { readonly contentAddress: string };
  /** Receives what is wrong; the part goes on where it can. */
  readonly onError: (refusal: ServerRefusal) => void;
}

/** Opens a part. @returns why there is nothing to show */
export type PartOpener = (input: PartInput) => Promise<ShownPart | ServerRefusal>;

interface SessionViewInput {
  readonly session: EmbedSession;
  readonly look: OwnLook;
  readonly open: PartOpener;
  /** Says a refusal to the viewer. */
  readonly textOf: (refusal: ServerRefusal) => string;
  readonly onError: (refusal: ServerRefusal) => void;
}

const texts = { again: 'Try again' } as const;
const broken: ServerRefusal = { status: 500, text: 'Something went wrong here.', requestId: undefined };

/** Shows a part as soon as there is a session. The part stays when the session ends, below a line that says so. */
export class SessionView {
  readonly #root: HTMLElement;
  readonly #input: SessionViewInput;
  readonly #banner = element('p', { className: 'banner', hidden: true });
  readonly #content = element('div');
  readonly #unsubscribe: () => void;
  #look: OwnLook;
  /** Whether the part is dark: by the property of the component, or by the background of its theme. */
  #isDark: boolean;
  #part: ShownPart | undefined;
  #turn = 0;
  #dressings = 0;

  constructor(root: HTMLElement, input: SessionViewInput) {
    this.#root = root;
    this.#input = input;
    this.#look = input.look;
    this.#isDark = input.look.isDark;
    this.#banner.role = 'status';
    root.replaceChildren(this.#banner, this.#content);
    this.#unsubscribe = input.session.subscribe(() => this.#follow());
    this.#follow();
  }

  set look(look: OwnLook) {
    if (look.isDark === this.#look.isDark && look.locale === this.#look.locale) return;
    this.#look = look;
    void this.#dress();
  }

  close(): void {
    this.#turn += 1;
    this.#dressings += 1;
    this.#unsubscribe();
    this.#part?.close();
    this.#part = undefined;
    this.#root.replaceChildren();
  }

  #follow(): void {
    const { status } = this.#input.session;
    if (status === 'opening') return;
    if (status === 'open') {
      this.#banner.hidden = true;
      if (!this.#part) return void this.#open();
      void this.#dress();
      return this.#part.renew();
    }
    const refusal = sessionTexts[status];
    if (!this.#part) return this.#say(refusal);
    this.#banner.textContent = refusal.text;
    this.#banner.hidden = false;
    this.#input.onError(refusal);
  }

  async #open(): Promise<void> {
    this.#turn += 1;
    const turn = this.#turn;
    const { session, open, onError } = this.#input;
    const dressed = this.#dress();
    const look = () => ({ ...this.#look, isDark: this.#isDark, contentAddress: `${session.address}/embed/sandbox` });
    const opened = await open({ session, look, onError }).catch((error: unknown) => {
      reportError(error);
      return broken;
    });
    await dressed;
    if (turn !== this.#turn) return 'root' in opened ? opened.close() : undefined;
    if (!('root' in opened)) return this.#say(opened);
    this.#part = opened;
    this.#content.replaceChildren(opened.root);
    if (this.#isDark !== this.#look.isDark) opened.redraw(); // it was opened before that was known
  }

  #say(refusal: ServerRefusal): void {
    const said = element('div', { className: 'message' }, element('p', {}, this.#input.textOf(refusal)));
    if (refusal.status === 0 || refusal.status >= 500) {
      const again = element('button', { type: 'button', textContent: texts.again });
      again.addEventListener('click', () => {
        const { session } = this.#input;
        if (session.status === 'open') void this.#open();
        else session.again();
      });
      said.append(again);
    }
    this.#content.replaceChildren(said);
    this.#input.onError(refusal);
  }

  /** The theme of the account, and the look of the session over it. */
  async #dress(): Promise<void> {
    this.#dressings += 1;
    const dressing = this.#dressings;
    const looks = await this.#input.session.looks();
    if (dressing !== this.#dressings) return; // the place is of another session, or has another look
    this.#root.removeAttribute('style');
    this.#isDark = dressPage(this.#root, looks, this.#look.isDark);
    this.#part?.redraw();
  }
}
