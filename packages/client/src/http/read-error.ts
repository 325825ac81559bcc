import { type FieldProblem, OrreryError, withoutQuery } from './orrery-error.ts';

interface RefusedResponse {
  readonly url: string;
  readonly response: Response;
  /** The body as it came. */
  readonly text: string;
  /** The id that the request was sent with. */
  readonly requestId?: string | undefined;
}

/** Makes the error of an answer without success: of any of the APIs, or of a proxy in front of them. */
export function readError({ url, response, text, requestId }: RefusedResponse): OrreryError {
  return errorOfBody(jsonFields(text), {
    url,
    status: response.status,
    requestId: response.headers.get('x-request-id') ?? requestId,
    retryAfterMs: retryAfterMs(response.headers.get('retry-after')),
  });
}

interface ResponseFacts {
  readonly url: string;
  readonly status: number;
  readonly requestId?: string | undefined;
  readonly retryAfterMs?: number | undefined;
}

/** Makes the error that the fields of a body describe. */
export function errorOfBody(
  body: Readonly<Record<string, unknown>>,
  { url, status, requestId, retryAfterMs: waitMs }: ResponseFacts,
): OrreryError {
  const details = [...problemsIn(body['details']), ...problemsIn(body['problems'])];
  return new OrreryError(
    textOr(body['message']) ?? textOr(body['error']) ?? `${withoutQuery(url)} answered with status ${status}`,
    {
      status,
      code: details.find(({ code }) => code !== undefined)?.code ?? `http.${status}`,
      details,
      requestId: textOr(body['requestId']) ?? requestId,
      retryAfterMs: waitMs,
    },
  );
}

/** The fields of a text that is a JSON object; none of any other. */
export function jsonFields(text: string): Readonly<Record<string, unknown>> {
  try {
    return objectOr(JSON.parse(text)) ?? {};
  } catch {
    return {}; // a page of a proxy; the status says what there is to know
  }
}

function problemsIn(given: unknown): readonly FieldProblem[] {
  if (!Array.isArray(given)) return [];
  return given.flatMap((each): FieldProblem[] => {
    const { path, message, code, hint } = objectOr(each) ?? {};
    if (typeof message !== 'string') return [];
    return [
      {
        path: textOr(path) ?? '',
        message,
        ...(typeof code === 'string' ? { code } : {}),
        ...(typeof hint === 'string' ? { hint } : {}),
      },
    ];
  });
}

function objectOr(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : undefined;
}

function textOr(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Reads `Retry-After`, seconds or a date; never negative, whatever the clock of this machine says. */
function retryAfterMs(text: string | null): number | undefined {
  if (!text?.trim()) return undefined;
  const seconds = Number(text);
  const ms = Number.isNaN(seconds) ? Date.parse(text) - Date.now() : seconds * 1000;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
