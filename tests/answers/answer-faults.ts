import {
  allScimOperations,
  continueWaitSchema,
  dataErrorSchema,
  dataOperations,
  descriptionOperations,
  type Operation,
  platformErrorSchema,
  platformOperations,
  processOperations,
  refusalStatusesOf,
  scimErrorSchema,
} from '@orrery/contract';

type Schema = Exclude<Operation['answer'], string>;

export interface SentAnswer {
  readonly method: string;
  /** Address without its query. */
  readonly path: string;
  readonly status: number;
  readonly text: string;
}

interface Face {
  readonly base: RegExp;
  readonly operations: readonly Operation[];
  readonly error: Schema;
}

const refusedRequestSchema = dataErrorSchema.pick({ error: true, requestId: true, stack: true });

/** The more special address first. */
const faces: readonly Face[] = [
  { base: /^\/api\/scim\/v2(?=\/|$)/, operations: allScimOperations, error: scimErrorSchema },
  { base: /^\/api\/v1(?=\/|$)/, operations: platformOperations, error: platformErrorSchema },
  { base: /^\/api(?=\/|$)/, operations: Object.values(descriptionOperations), error: platformErrorSchema },
  {
    base: /^(\/d\/[^/]+)?(\/dev-mode\/[^/]+)?\/[^/]+(?=\/v1\/)/,
    operations: Object.values(dataOperations),
    error: dataErrorSchema,
  },
  { base: /^/, operations: Object.values(processOperations), error: refusedRequestSchema },
];

/** Returns in what an answer differs from the schema of its operation; `undefined` if in nothing. */
export function answerFault(answer: SentAnswer): string | undefined {
  const face = faces.find(({ base }) => base.test(answer.path));
  const below = face && answer.path.replace(face.base, '');
  const [operation] = (face?.operations ?? [])
    .filter(({ path, method, alsoBy }) => [method, alsoBy].includes(answer.method as never) && fits(path, below ?? ''))
    .toSorted((one, other) => one.path.split(':').length - other.path.split(':').length);
  if (!face || !operation) return undefined;
  const fault = faultOf(answer, operation, face.error);
  return fault && `${answer.method} ${answer.path} ${answer.status}: ${fault}\n${answer.text.slice(0, 2_000)}`;
}

function faultOf({ status, text }: SentAnswer, operation: Operation, error: Schema): string | undefined {
  if (status === 304) return text === '' ? undefined : 'has a body';
  if (status >= 400) {
    if (operation.tag === 'Process') return schemaFault(healthOr(operation, error), text);
    if (!isDescribed(status, operation)) return 'the operation does not say that it has this status';
    return schemaFault(error, text);
  }
  if (status !== operation.status) return `the operation answers with ${operation.status}`;
  const { answer } = operation;
  if (answer === 'nothing') return text === '' ? undefined : 'has a body';
  if (answer === 'csv' || answer === 'text' || answer === 'lines' || answer === 'records') return undefined;
  return schemaFault(operation.mayWait && text.startsWith('{"error"') ? continueWaitSchema : answer, text);
}

/** Addresses and methods that are none of an operation, and clients that left, have statuses of their own. */
const ofNoOperation = [405, 408, 414, 426, 431, 499];

function isDescribed(status: number, operation: Operation): boolean {
  return ofNoOperation.includes(status) || refusalStatusesOf(operation).includes(status);
}

function healthOr({ answer }: Operation, error: Schema): Schema {
  return typeof answer === 'string' ? error : answer.or(error);
}

function schemaFault(schema: Schema, text: string): string | undefined {
  try {
    const { error } = schema.safeParse(JSON.parse(text));
    return error?.message;
  } catch {
    return 'is no JSON';
  }
}

function fits(pattern: string, path: string): boolean {
  const parts = pattern.split('/');
  const given = path.split('/');
  return parts.length === given.length && parts.every((part, at) => part.startsWith(':') || part === given[at]);
}
