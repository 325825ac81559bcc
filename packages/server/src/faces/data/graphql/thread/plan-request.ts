import {
  type DocumentNode,
  executeSync,
  type FragmentDefinitionNode,
  getVariableValues,
  GraphQLError,
  Kind,
  NoSchemaIntrospectionCustomRule,
  type OperationDefinitionNode,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import type { GraphqlRequest, PlanAnswer } from '../graphql-messages.ts';
import type { BuiltSchema } from './build-schema.ts';
import { checkIntrospection } from './check-introspection.ts';
import { checkLimits } from './check-limits.ts';
import { collectFields } from './collect-fields.ts';
import { planField } from './plan-field.ts';
import { PlainVariables } from './plain-value.ts';
import { PlanningLimits, refusal } from './planning-limits.ts';
import { checkDepth, scanTokens } from './scan-tokens.ts';

const mostErrors = 20;

interface SchemaRights {
  /** Whether the caller may read the metadata; suggestions of names are a part of it. */
  readonly mayIntrospect: boolean;
}

/** Reads a request: syntax, limits, schema, variables; then its queries. */
export function planRequest(request: GraphqlRequest, built: BuiltSchema, rights: SchemaRights): PlanAnswer {
  try {
    return plan(request, built, rights);
  } catch (error) {
    const refused = error instanceof RangeError ? refusal('The request is nested too deep') : error;
    if (refused instanceof GraphQLError) return { kind: 'refused', errors: [refused.toJSON()] };
    throw error;
  }
}

function plan(
  { query, variables, operationName }: GraphqlRequest,
  built: BuiltSchema,
  rights: SchemaRights,
): PlanAnswer {
  const { schema } = built;
  scanTokens(query);
  const document = parse(query);
  checkLimits(document);
  const refused = (errors: readonly GraphQLError[]): PlanAnswer => {
    return { kind: 'refused', errors: errors.map((error) => error.toJSON()) };
  };
  const rules = rights.mayIntrospect ? specifiedRules : [...specifiedRules, NoSchemaIntrospectionCustomRule];
  const suggesting = { maxErrors: mostErrors, hideSuggestions: !rights.mayIntrospect };
  const faults = validate(schema, document, rules, suggesting);
  if (faults.length > 0) return refused(faults);
  const operation = operationOf(document, operationName);
  const definitions = operation.variableDefinitions ?? [];
  checkDepth(variables);
  const coerced = getVariableValues(schema, definitions, variables, suggesting);
  if (coerced.errors) return refused(coerced.errors);
  const fragments = fragmentsOf(document);
  const selecting = { fragments, variables: coerced.variableValues };
  const plain = new PlainVariables(variables, definitions, new PlanningLimits());
  const fields = [...collectFields([operation.selectionSet], selecting)].flatMap(([key, nodes]) =>
    nodes[0]?.name.value === 'cube' ? [planField({ key, nodes, built, selecting, variables: plain })] : [],
  );
  checkIntrospection(operation, selecting, schema);
  // Answers introspection; a cube is null there.
  const { data, errors } = executeSync({ schema, document, variableValues: variables, operationName });
  if (errors || !data) return refused(errors ?? []);
  return {
    kind: 'planned',
    fields,
    data: Object.entries(data).map(([key, value]) => [key, JSON.stringify(value)]),
    introspects: Object.values(data).some((value) => typeof value === 'object' && value !== null),
  };
}

function operationOf({ definitions }: DocumentNode, name: string | undefined): OperationDefinitionNode {
  const operation = definitions.find((one) => one.kind === Kind.OPERATION_DEFINITION);
  if (!operation) throw new GraphQLError('The document holds no operation');
  if (name !== undefined && operation.name?.value !== name) throw new GraphQLError(`There is no operation "${name}"`);
  return operation;
}

function fragmentsOf({ definitions }: DocumentNode): ReadonlyMap<string, FragmentDefinitionNode> {
  return new Map(
    definitions.flatMap((one) => (one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one] as const] : [])),
  );
}
