import { isNotLoaded, notLoaded } from '../load/index.ts';
import { element } from '../markup/index.ts';

interface Drawn {
  destroy(): void;
}

/** Draws into an element, and says how to take the drawing away. */
export type Draw<Input> = (place: HTMLElement, input: Input) => Drawn | Promise<Drawn>;

/** Where pictures are drawn one after the other. The picture before stays until the next one is drawn. */
export class DrawingPlace<Input> {
  readonly #root: HTMLElement;
  readonly #load: () => Promise<Draw<Input>>;
  #shown: Drawn | undefined;

  constructor(root: HTMLElement, load: () => Promise<Draw<Input>>) {
    this.#root = root;
    this.#load = load;
  }

  /** @returns a function that leaves a picture undrawn that is not needed any more */
  draw(input: Input): () => void {
    let isOver = false;
    const draw = async () => {
      try {
        const drawInto = await this.#load();
        if (isOver) return;
        const place = this.#root.ownerDocument.createElement('div');
        place.dataset['isNext'] = '';
        this.#root.append(place);
        const drawn = await drawInto(place, input);
        const next: Drawn = {
          destroy: () => {
            drawn.destroy();
            place.remove();
          },
        };
        if (isOver) return next.destroy();
        delete place.dataset['isNext'];
        this.#shown?.destroy();
        this.#shown = next;
      } catch (error) {
        if (!isNotLoaded(error)) throw error;
        if (!isOver) this.#tell(draw);
      }
    };
    void draw();
    return () => {
      isOver = true;
    };
  }

  /** Says that what draws is missing, with a way to try again. */
  #tell(again: () => Promise<void>): void {
    const button = element('button', { type: 'button', textContent: 'Try again' });
    button.addEventListener('click', () => {
      button.disabled = true;
      void again();
    });
    const notice = element('div', { className: 'orrery-missing', role: 'alert' }, notLoaded, button);
    this.destroy();
    this.#root.replaceChildren(notice);
    this.#shown = { destroy: () => notice.remove() };
  }

  destroy(): void {
    this.#shown?.destroy();
    this.#shown = undefined;
  }
}
