import type { AiModel } from '@orrery/config';
import type { StreamStep } from '../turn/index.ts';
import { type CallModel, type RetrySettings, retried, streamStepOf, usualRetries } from './call/index.ts';
import type { ModelThread, ModelToAsk } from './thread/index.ts';

export interface ModelCallsDependencies {
  readonly thread: Pick<ModelThread, 'ask'>;
  readonly log: { warn(facts: object, message: string): void };
  readonly retries?: RetrySettings | undefined;
}

/** A model that may be called. */
export interface CallableModel extends Pick<AiModel, 'provider'> {
  readonly name: string;
  /** Opens its credential. */
  readonly open: () => Promise<ModelToAsk>;
}

/** Calls of models. A credential opens with the first call. Failures are logged with their reasons. */
export class ModelCalls {
  readonly #dependencies: ModelCallsDependencies;

  constructor(dependencies: ModelCallsDependencies) {
    this.#dependencies = dependencies;
  }

  /** The calls of one turn, made again where the provider refuses for now. */
  ofTurn(model: CallableModel, isReasoning: boolean): StreamStep {
    return this.#step(model, isReasoning, this.#dependencies.retries ?? usualRetries);
  }

  /** Calls that are made once. */
  once(model: CallableModel, isReasoning: boolean): StreamStep {
    return this.#step(model, isReasoning, { ...usualRetries, most: 0 });
  }

  #step({ name, provider, open }: CallableModel, isReasoning: boolean, retries: RetrySettings): StreamStep {
    const { log, thread } = this.#dependencies;
    let opened: Promise<ModelToAsk> | undefined;
    const ask: CallModel = (...asked) => thread.ask(() => (opened ??= open()), ...asked);
    const step = streamStepOf(ask, { isReasoning, keepsPrompts: provider === 'anthropic' });
    return retried(step, retries, ({ facts: { failure, status }, reason }) => {
      log.warn({ model: name, provider, failure, status, reason }, 'a call of a model failed');
    });
  }
}
