import {
  type ConnectionOptions,
  jsonFields,
  notJson,
  OrreryError,
  readError,
  readShort,
  readText,
  release,
  type Retry,
  sender,
  type Sent,
  withRetries,
} from '../http/index.ts';

export interface SenderOptions extends ConnectionOptions {
  /** How requests that change nothing twice are repeated: after 429, 502, 503, and when the line breaks. */
  readonly retry?: Retry | undefined;
}

export type PlatformRequest = Sent & {
  /** Whether the body of an answer is taken piece by piece, whatever its type. */
  readonly isStream?: boolean;
};

/** Methods that may have a further effect the second time; all others of HTTP have the same once and twice. */
const notTwice = /^(?:POST|PATCH)$/;

/**
 * Sends requests of the Platform API, again where that is safe and may help.
 *
 * @returns a function that answers with a response of any status; JSON has been read to its end, so that a line that breaks
 * within it is noticed here
 */
export function platformSender({ retry, ...options }: SenderOptions) {
  const sendOnce = sender(options);
  return async (sent: PlatformRequest): Promise<Response> => {
    const { url, method, signal } = sent;
    let refused: Response | undefined;
    const attempt = async () => {
      refused = undefined;
      const response = await sendOnce(sent);
      if (response.ok) return readWhole(response, sent);
      const text = await readShort(response, sent);
      const error = readError({ url, response, text });
      const { message, status } = error;
      // What a proxy says gets the fields that every error has by its type.
      const body = { error: message, message, statusCode: status, ...jsonFields(text) };
      const answer = copyOf(response, JSON.stringify(body));
      if (!error.isTransient) return answer;
      refused = answer;
      throw error;
    };
    try {
      return await withRetries(attempt, notTwice.test(method) ? { attempts: 1 } : retry, signal);
    } catch (error) {
      if (refused && error instanceof OrreryError) return refused;
      throw error;
    }
  };
}

/** Reads JSON to its end, and leaves streams to the caller. @throws OrreryError for a page */
async function readWhole(response: Response, sent: PlatformRequest): Promise<Response> {
  const type = response.headers.get('content-type') ?? '';
  if (!sent.isStream && /^application\/(?:[\w.-]+\+)?json\b/.test(type))
    return copyOf(response, await readText(response, sent));
  if (!type.startsWith('text/html')) return response;
  release(response.body);
  throw notJson(sent.url, response, undefined);
}

function copyOf({ status, statusText, headers: given }: Response, text: string): Response {
  const headers = new Headers(given);
  headers.delete('content-length'); // the length of another text: an empty one has an error now
  return new Response(text === '' ? null : text, { status, statusText, headers });
}
