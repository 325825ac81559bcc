import type { AiModel } from '@orrery/config';
import { estimatedUsage, noUsage, type StreamStep, sumOfUsage, TurnFailed, type Usage } from '../../turn/index.ts';
import { costOf, microsOf } from './cost-of.ts';
import { dayOf, type UsagePlace, type UsageStore, type Used } from './usage-store.ts';

interface BudgetDependencies {
  readonly usage: UsageStore;
  readonly clock: { now(): number };
  readonly log: { error(facts: object, message: string): void };
}

/**
 * The budget of one run for a model, and the usage so far. Each call is stored when it ends, however it ends: so
 * simultaneous runs count for each other, and an aborted one counts too.
 */
export class RunBudget {
  readonly #place: UsagePlace;
  readonly #model: Pick<AiModel, 'prices' | 'limits'>;
  readonly #dependencies: BudgetDependencies;
  #stored = noUsage;

  constructor(place: UsagePlace, model: Pick<AiModel, 'prices' | 'limits'>, dependencies: BudgetDependencies) {
    this.#place = place;
    this.#model = model;
    this.#dependencies = dependencies;
  }

  /** USD. */
  costOf(usage: Usage): number {
    return costOf(usage, this.#model.prices);
  }

  /** @param spent by this run @throws TurnFailed when the account or the user has nothing left for today */
  async require(spent: Usage): Promise<void> {
    const { limits } = this.#model;
    if (Object.values(limits).every((limit) => limit === undefined)) return;
    const { usage, clock } = this.#dependencies;
    const { account, user } = await usage.usedOn(this.#place, dayOf(clock.now()));
    const own = this.#usedOf(beyond(spent, this.#stored));
    const isOver = (used: Used, tokens: number | undefined, spend: number | undefined): boolean =>
      (tokens !== undefined && used.tokens + own.tokens >= tokens) ||
      (spend !== undefined && used.cost + own.cost >= microsOf(spend));
    if (isOver(account, limits.dailyTokens, limits.dailySpend)) throw this.#over('of this account');
    if (isOver(user, limits.dailyTokensPerUser, limits.dailySpendPerUser)) throw this.#over('of one user');
  }

  /** The same calls, which are counted and stored. */
  counted(step: StreamStep): StreamStep {
    const store = (usage: Usage) => this.#store(usage);
    return async (request, signal, tell) => {
      let usage: Usage | undefined;
      let [letters, hasBegun] = [0, false];
      try {
        await step(request, signal, (piece) => {
          hasBegun = true;
          if (piece.type === 'usage') usage = sumOfUsage(usage ?? noUsage, piece.usage);
          else letters += piece.type === 'call' ? piece.input.length : piece.text.length;
          tell(piece);
        });
      } finally {
        // A provider that refused counts nothing; one that was left in the middle counts what it read and wrote.
        await store(usage ?? (hasBegun || signal.aborted ? estimatedUsage(request, letters) : noUsage));
      }
    };
  }

  /** An answer does not fail because it could not be counted. */
  async #store(used: Usage): Promise<void> {
    const { usage, clock, log } = this.#dependencies;
    try {
      await usage.add(this.#place, used, microsOf(this.costOf(used)), dayOf(clock.now()));
      this.#stored = sumOfUsage(this.#stored, used);
    } catch (error) {
      log.error({ err: error, model: this.#place.model }, 'what a model call has used could not be stored');
    }
  }

  #usedOf(usage: Usage): Used {
    return { tokens: usage.inputTokens + usage.outputTokens, cost: microsOf(this.costOf(usage)) };
  }

  #over(whose: string): TurnFailed {
    return new TurnFailed(
      'LlmError',
      `The daily limit ${whose} for the model '${this.#place.model}' is used up. Please contact your administrator, ` +
        'who can raise it; it begins anew at midnight UTC.',
    );
  }
}

function beyond(spent: Usage, stored: Usage): Usage {
  return {
    inputTokens: Math.max(0, spent.inputTokens - stored.inputTokens),
    cachedInputTokens: Math.max(0, spent.cachedInputTokens - stored.cachedInputTokens),
    outputTokens: Math.max(0, spent.outputTokens - stored.outputTokens),
  };
}
