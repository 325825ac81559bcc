import { GraphQLError } from 'graphql';

/** The maximum number of filters, as in a query. */
const mostFilters = 2_000;
const mostValues = 10_000;

/** Counts what the arguments of one request become: what a variable holds counts wherever the variable is used. */
export class PlanningLimits {
  #filters = 0;
  #values = 0;

  /** @throws GraphQLError */
  countFilter(values: number): void {
    this.#filters += 1;
    if (this.#filters > mostFilters) throw refusal(`The conditions of a request are more than ${mostFilters} filters`);
    this.countValues(values);
  }

  /** @throws GraphQLError */
  countValues(values: number): void {
    this.#values += values;
    if (this.#values > mostValues) throw refusal(`The arguments of a request hold more than ${mostValues} values`);
  }
}

export function refusal(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'graphql.too-large' } });
}
