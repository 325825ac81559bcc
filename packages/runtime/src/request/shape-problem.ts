import { type WireProblem, wireQuerySchema } from '@orrery/contract';
import { didYouMean } from '@orrery/kernel';
import type { core } from 'zod';
import { type RequestCode, requestProblem } from './request-problem.ts';

type Issue = core.$ZodIssue;
type Path = readonly PropertyKey[];

/** Bound on the characters of quoted values in messages. */
const quotedLength = 200;

/** Unknown keys of one object that get a hint: a search for each of thousands would hold up everybody's requests. */
const mostHints = 20;

/** Translates problems of the schema into the messages clients of the Data API know. */
export function shapeProblems(issue: Issue, parent: Path = []): readonly WireProblem[] {
  const path = [...parent, ...issue.path];
  if (path[0] === 'subqueryJoins') return [wrong('request.not-allowed', ['subqueryJoins'], 'is not allowed')];
  switch (issue.code) {
    case 'invalid_type':
      return [typeProblem(issue.expected, issue.input, path)];
    case 'invalid_format':
      return [formatProblem(issue, path)];
    case 'invalid_value':
      return [wrong('request.invalid-value', path, `must be one of [${issue.values.map(String).join(', ')}]`)];
    case 'too_small': {
      const least = `${issue.minimum}`;
      const sentence =
        issue.origin === 'array' ? `must contain at least ${least} items` : `must be greater than or equal to ${least}`;
      return [wrong('request.too-small', path, sentence)];
    }
    case 'too_big':
      return [wrong('request.too-big', path, tooBigSentence(issue.origin, `${issue.maximum}`))];
    case 'unrecognized_keys':
      return issue.keys.map((key, index) => unknownKey(key, path, index < mostHints));
    case 'invalid_key':
      return [wrong('request.unknown-key', path, 'is not allowed')];
    case 'invalid_union':
      return unionProblems(issue.errors, path);
    case 'invalid_element':
    case 'not_multiple_of':
    case 'custom':
      return [wrong('request.invalid-value', path, 'is not valid')];
  }
}

/** `timeDimensions[0].dimension` */
function pathText(path: Path): string {
  return path.reduce<string>(
    (text, key) => (typeof key === 'number' ? `${text}[${key}]` : text ? `${text}.${String(key)}` : String(key)),
    '',
  );
}

function wrong(code: RequestCode, path: Path, sentence: string, hint?: string): WireProblem {
  const place = pathText(path);
  const message = `Invalid query format: "${shorten(place || 'value')}" ${sentence}`;
  return requestProblem(code, message, { path: shorten(place), hint });
}

const typeSentences: Readonly<Record<string, string>> = {
  array: 'must be an array',
  tuple: 'must be an array',
  boolean: 'must be a boolean',
  int: 'must be an integer',
  number: 'must be a number',
  object: 'must be of type object',
  record: 'must be of type object',
  string: 'must be a string',
};

function typeProblem(expected: string, input: unknown, path: Path): WireProblem {
  if (path[0] === 'maskedMembers') {
    return requestProblem('request.not-allowed', 'maskedMembers cannot be provided in the query', {
      path: 'maskedMembers',
    });
  }
  if (expected === 'undefined') return wrong('request.not-allowed', path, 'is not allowed');
  if (input === undefined) return wrong('request.required', path, 'is required');
  if (expected === 'string' && typeof input === 'object' && input !== null && isMemberPlace(path)) {
    return expressionProblem(path);
  }
  return wrong('request.wrong-type', path, typeSentences[expected] ?? `must be of type ${expected}`);
}

function formatProblem(issue: core.$ZodIssueInvalidStringFormat, path: Path): WireProblem {
  const input = String(issue.input);
  if (input.startsWith('{') && isMemberPlace(path)) return expressionProblem(path);
  const sentence = `with value "${shorten(input)}" fails to match the required pattern: ${issue.pattern}`;
  return wrong('request.invalid-name', path, sentence);
}

function isMemberPlace(path: Path): boolean {
  return path[0] === 'measures' || path[0] === 'dimensions' || path[0] === 'segments';
}

function expressionProblem(path: Path): WireProblem {
  const message = 'Error: Expressions are not allowed in this context';
  return requestProblem('request.expression', message, { path: pathText(path) });
}

function tooBigSentence(origin: string, most: string): string {
  if (origin === 'array') return `must contain less than or equal to ${most} items`;
  if (origin === 'string') return `length must be less than or equal to ${most} characters long`;
  return 'must be a safe number';
}

const queryKeys = Object.keys(wireQuerySchema.shape).filter(
  (key) => key !== 'subqueryJoins' && key !== 'maskedMembers',
);

function unknownKey(key: string, parent: Path, isHinted: boolean): WireProblem {
  const known = parent.length === 0 ? queryKeys : ['dimension', 'granularity', 'dateRange'];
  const hint = isHinted ? didYouMean(key, known, (near) => `"${near}"`) : undefined;
  return wrong('request.unknown-key', [...parent, key], 'is not allowed', hint);
}

/** The problems of the intended alternative: the one whose outer type matches. */
function unionProblems(branches: readonly (readonly Issue[])[], path: Path): readonly WireProblem[] {
  const meant = branches.find((issues) => !issues.some(isAboutOuterType));
  if (meant) return meant.flatMap((issue) => shapeProblems(issue, path));
  if (path[0] === 'total') return [wrong('request.wrong-type', path, 'must be a boolean')];
  const kinds = branches.flatMap((issues) => issues.filter(isAboutOuterType).map((issue) => issue.expected));
  const names = kinds.map((kind) => (kind === 'record' ? 'object' : kind));
  return [wrong('request.wrong-type', path, `must be one of [${names.join(', ')}]`)];
}

function isAboutOuterType(issue: Issue): issue is core.$ZodIssueInvalidType {
  return issue.path.length === 0 && (issue.code === 'invalid_type' || issue.code === 'invalid_value');
}

function shorten(text: string): string {
  return text.length > quotedLength ? `${text.slice(0, quotedLength)}…` : text;
}
