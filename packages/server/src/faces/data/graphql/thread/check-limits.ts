import {
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { refusal } from './planning-limits.ts';

/** Nesting of fields, without that of introspection, which has a rule of its own. */
const mostDepth = 10;
const mostIntrospectionDepth = 20;
/** Fields as they are answered: those of a fragment count wherever it is spread. */
const mostFields = 500;
/** `cube` fields: each is a query. */
const mostQueries = 20;
/** Characters of the names of fields as they are answered. */
const mostNameLength = 100_000;
/** Fields and fragments as they are written: validation compares them with each other, also where nothing spreads them. */
const mostSelections = 500;

/** Directives at one place. Each may stand there once, and validation names all that are repeated. */
const mostDirectives = 8;

interface Counted {
  fields: number;
  nameLength: number;
  queries: number;
}

/** Refuses what would cost too much to validate or to plan, before either. @throws GraphQLError */
export function checkLimits(document: DocumentNode): void {
  countSelections(document);
  const fragments = new Map<string, FragmentDefinitionNode>();
  const operations = document.definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  if (operations.length > 1) throw refusal('A document holds one operation; send each in a request of its own');
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  const counted: Counted = { fields: 0, nameLength: 0, queries: 0 };
  const walk = (set: SelectionSetNode, depth: number, mostHere: number, within: readonly string[]) => {
    if (depth > mostHere) throw refusal(`Fields are nested deeper than ${mostHere}`);
    for (const selection of set.selections) {
      if (selection.kind === Kind.FIELD) {
        count(selection, depth, counted);
        const own = depth === 1 && selection.name.value.startsWith('__') ? mostIntrospectionDepth : mostHere;
        if (selection.selectionSet) walk(selection.selectionSet, depth + 1, own, within);
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        counted.fields += 1;
        walk(selection.selectionSet, depth, mostHere, within);
      } else {
        const name = selection.name.value;
        if (within.includes(name)) throw refusal(`Fragment "${name}" spreads itself`);
        const fragment = fragments.get(name);
        counted.fields += 1; // a fragment of fragments of nothing costs too
        if (fragment) walk(fragment.selectionSet, depth, mostHere, [...within, name]);
      }
      if (counted.fields > mostFields) throw refusal(`More than ${mostFields} fields are asked for`);
    }
  };
  for (const definition of document.definitions) {
    if (definition.kind === Kind.OPERATION_DEFINITION) walk(definition.selectionSet, 1, mostDepth, []);
  }
}

function countSelections({ definitions }: DocumentNode): void {
  let selections = 0;
  const walk = (set: SelectionSetNode) => {
    selections += set.selections.length;
    if (selections > mostSelections) throw refusal(`More than ${mostSelections} fields and fragments are written`);
    for (const selection of set.selections) {
      countDirectives(selection);
      if (selection.kind !== Kind.FRAGMENT_SPREAD && selection.selectionSet) walk(selection.selectionSet);
    }
  };
  for (const definition of definitions) {
    if ('directives' in definition) countDirectives(definition);
    if ('variableDefinitions' in definition) definition.variableDefinitions?.forEach(countDirectives);
    if ('selectionSet' in definition && definition.selectionSet) walk(definition.selectionSet);
  }
}

function countDirectives({ directives = [] }: { readonly directives?: readonly DirectiveNode[] | undefined }): void {
  const last = directives[mostDirectives];
  if (last)
    throw refusal(
      `More than ${mostDirectives} directives stand at one place, directive "@${last.name.value}" among them`,
    );
}

function count({ alias, name }: FieldNode, depth: number, counted: Counted): void {
  counted.fields += 1;
  counted.nameLength += (alias ?? name).value.length;
  if (counted.nameLength > mostNameLength) throw refusal(`The names of fields are longer than ${mostNameLength}`);
  if (depth !== 1 || name.value !== 'cube') return;
  counted.queries += 1;
  if (counted.queries > mostQueries) throw refusal(`More than ${mostQueries} fields are named cube; each is a query`);
}
