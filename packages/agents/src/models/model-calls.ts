import type { AiModel } from '@orrery/config';
import type { StreamStep } from '../turn/index.ts';
import { CallFailed, type Retries, retried, streamStepOf, usualRetries } from './call/index.ts';
import {
  type ImportPackage,
  importPackage,
  type ModelToOpen,
  openModel,
  type ProviderConnections,
  secretsIn,
} from './provider/index.ts';

export interface ModelCallsDependencies {
  readonly connections: ProviderConnections;
  readonly log: { warn(facts: object, message: string): void };
  readonly retries?: Retries | undefined;
  readonly importPackage?: ImportPackage | undefined;
}

/** A model that may be called. */
export interface CallableModel extends Pick<AiModel, 'provider'> {
  readonly name: string;
  /** Opens its credential. */
  readonly open: () => Promise<OpenedModel>;
}

interface OpenedModel extends ModelToOpen {
  /** Whether the operator named it: it may have any address. */
  readonly isTrusted: boolean;
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
          const {
            facts: { failure, status },
            cause,
          } = error;
          const reason = cause instanceof Error ? cause.message : undefined;
          log.warn({ model: name, provider, failure, status, reason }, 'a call of a model failed');
        }
        throw error;
      }
    };
  }

  async #open(open: CallableModel['open'], isReasoning: boolean): Promise<StreamStep> {
    const { connections, importPackage: load = importPackage } = this.#dependencies;
    const { isTrusted, ...model } = await open();
    const ways = { fetch: connections.fetchFor({ isTrusted }), importPackage: load };
    return streamStepOf(() => openModel(model, ways), {
      secrets: secretsIn(model.credential),
      isReasoning,
      keepsPrompts: model.provider === 'anthropic',
    });
  }
}
