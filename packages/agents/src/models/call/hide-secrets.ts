import type { ModelPart } from './model-parts.ts';

/** Shorter ones stand in ordinary words. */
const shortestSecret = 4;
const hidden = '***';

type Delta = Extract<ModelPart, { readonly delta: string }>;

/** Replaces keys in a whole text. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return longEnough(secrets).reduce((shown, secret) => shown.replaceAll(secret, hidden), text);
}

/**
 * Replaces keys in the parts of an answer: the server of a model may repeat the one that it was called with, also in
 * pieces. The end of a text that may be the beginning of a key waits for the next part.
 */
export class SecretFilter {
  readonly #secrets: readonly string[];
  readonly #tell: (part: ModelPart) => void;
  #held: Delta | undefined;

  constructor(secrets: readonly string[], tell: (part: ModelPart) => void) {
    // As JSON has them in the input of a tool, too.
    this.#secrets = longEnough(secrets).flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)]);
    this.#tell = tell;
  }

  take(part: ModelPart): void {
    if (this.#secrets.length === 0) return this.#tell(part);
    if (!isDelta(part)) {
      this.end();
      return this.#tell(part.type === 'tool-call' ? { ...part, input: this.#without(part.input) } : part);
    }
    if (this.#held && (this.#held.type !== part.type || this.#held.id !== part.id)) this.end();
    const text = this.#without((this.#held?.delta ?? '') + part.delta);
    const from = text.length - this.#begun(text);
    this.#held = from < text.length ? { ...part, delta: text.slice(from) } : undefined;
    if (from > 0 || part.providerMetadata !== undefined) this.#tell({ ...part, delta: text.slice(0, from) });
  }

  /** Tells what is held: no more of a key follows. */
  end(): void {
    const held = this.#held;
    this.#held = undefined;
    if (held) this.#tell(held);
  }

  #without(text: string): string {
    return withoutSecrets(text, this.#secrets);
  }

  /** Length of the longest end of the text that a key begins with. */
  #begun(text: string): number {
    let longest = 0;
    for (const secret of this.#secrets) {
      for (let length = Math.min(secret.length - 1, text.length); length > longest; length -= 1) {
        if (text.endsWith(secret.slice(0, length))) longest = length;
      }
    }
    return longest;
  }
}

function longEnough(secrets: readonly string[]): readonly string[] {
  return secrets.filter((secret) => secret.length >= shortestSecret);
}

function isDelta(part: ModelPart): part is Delta {
  return part.type === 'text-delta' || part.type === 'reasoning-delta';
}
