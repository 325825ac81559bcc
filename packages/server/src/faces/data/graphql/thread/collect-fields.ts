import {
  type FieldNode,
  type FragmentDefinitionNode,
  getDirectiveValues,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
  type VariableValues,
} from 'graphql';

/** The parts of a document that are needed to read its selections. */
export interface Selecting {
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly variables: VariableValues;
}

/**
 * The fields of selections by their names in the answer, in order. Several selections of one name are one field, whose
 * own selections are put together. All types are concrete, so that every fragment applies.
 */
export function collectFields(
  sets: readonly SelectionSetNode[],
  selecting: Selecting,
): ReadonlyMap<string, readonly FieldNode[]> {
  const found = new Map<string, FieldNode[]>();
  const collect = (set: SelectionSetNode) => {
    for (const selection of set.selections) {
      if (!isIncluded(selection, selecting)) continue;
      if (selection.kind === Kind.FIELD) {
        const key = keyOf(selection);
        found.set(key, [...(found.get(key) ?? []), selection]);
        continue;
      }
      const inner = selection.kind === Kind.INLINE_FRAGMENT ? selection : selecting.fragments.get(selection.name.value);
      if (inner) collect(inner.selectionSet);
    }
  };
  for (const set of sets) collect(set);
  return found;
}

/** The selections below fields that are one field of the answer. */
export function below(nodes: readonly FieldNode[]): readonly SelectionSetNode[] {
  return nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
}

function keyOf({ alias, name }: FieldNode): string {
  return (alias ?? name).value;
}

function isIncluded(selection: SelectionNode, { variables }: Selecting): boolean {
  const skip = getDirectiveValues(GraphQLSkipDirective, selection, variables);
  if (skip?.['if'] === true) return false;
  return getDirectiveValues(GraphQLIncludeDirective, selection, variables)?.['if'] !== false;
}
