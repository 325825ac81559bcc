import type { AiModel } from '@orrery/config';
import type { StreamStep } from '../turn/index.ts';
import { CallFailed, type Retries, retried, streamStepOf, usualRetries } from './call/index.ts';
import type { ModelThread, ModelToAsk } from './thread/index.ts';

export interface ModelCallsDependencies {
  readonly thread: Pick<ModelThread, 'ask'>;
  readonly log: { warn(facts: object, message: string): void };
  readonly retries?: Retries | undefined;
}

/** A model that may be called. */
export interface CallableModel extends Pick<AiModel, 'provider'> {
  readonly name: string;
  /** Opens its credential. */
  readonly open: () => Promise<ModelToAsk>;
}

/** Calls of models. A provider loads, and a credential opens, with the first call. Failures are logged with their reasons. */
export class ModelCalls {
  readonly #dependencies: ModelCallsDependencies;

  constructor(dependencies: ModelCallsDependencies) {
    this.#dependencies = dependencies;
  }

  /** The calls of one turn, made again where the provider refuses for now. */
  ofTurn(model: CallableModel, isReasoning: boolean): StreamStep {
    return retried(this.once(model, isReasoning), this.#dependencies.retries ?? usualRetries);
  }

  /** Calls that are made once. */
  once({ name, provider, open }: CallableModel, isReasoning: boolean): StreamStep {
    const { log } = this.#dependencies;
    const make = () => this.#open(open, isReasoning);
    let made: Promise<StreamStep> | undefined;
    return async function* (request, signal) {
      try {
        made ??= make();
        yield* (await made)(request, signal);
      } catch (error) {
        if (error instanceof CallFailed) {
          const { facts, reason } = error;
          const { failure, status } = facts;
          log.warn({ model: name, provider, failure, status, reason }, 'a call of a model failed');
        }
        throw error;
      }
    };
  }

  async #open(open: CallableModel['open'], isReasoning: boolean): Promise<StreamStep> {
    const { thread } = this.#dependencies;
    const model = await open();
    return streamStepOf((question, signal) => thread.ask(model, question, signal), {
      isReasoning,
      keepsPrompts: model.provider === 'anthropic',
    });
  }
}
