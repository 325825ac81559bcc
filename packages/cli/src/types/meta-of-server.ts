import { metaAnswerSchema, type MetaAnswer } from '@orrery/contract';
import { OperatorError } from '@orrery/kernel';

const withinMs = 60_000;
/** More than the largest model that a server serves. */
const mostBytes = 128 * 1024 * 1024;

interface ApiAddress {
  /** Address of a server, or of the Data API of one. */
  readonly url: string;
  readonly token: string;
}

/** The model that a server shows to the holder of a token. @throws OperatorError */
export async function metaOfServer({ url, token }: ApiAddress): Promise<Pick<MetaAnswer, 'cubes'>> {
  const address = addressOf(url);
  const answer = await fetch(address, {
    headers: { authorization: token },
    redirect: 'manual', // the token does not follow
    signal: AbortSignal.timeout(withinMs),
  }).catch((error: unknown) => {
    throw new OperatorError(`There is no answer from ${address}: ${reasonOf(error)}`);
  });
  const text = await readText(answer, address);
  if (answer.status >= 300 && answer.status < 400) {
    throw new OperatorError(`${address} redirects, which is not followed: give --url the address that it names.`);
  }
  const body = parsed(text);
  if (!answer.ok)
    throw new OperatorError(`${address} answered ${answer.status}: ${errorIn(body) ?? 'no reason given'}`);
  const read = metaAnswerSchema.safeParse(body);
  if (read.success) return read.data;
  throw new OperatorError(`${address} is not the Data API of Orrery: give --url the address of a server.`);
}

function addressOf(url: string): string {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new OperatorError(`--url is the address of a server, https://orrery.example.com, not '${url}'.`);
  }
  const base = url.replace(/[?#].*$/s, '').replace(/\/+$/, '');
  return base.endsWith('/v1') ? `${base}/meta` : `${base}/cubejs-api/v1/meta`;
}

async function readText(answer: Response, address: string): Promise<string> {
  const decoder = new TextDecoder();
  let [text, bytes] = ['', 0];
  for await (const piece of answer.body ?? []) {
    const part = piece as Uint8Array; // bodies are bytes
    bytes += part.byteLength;
    if (bytes > mostBytes) throw new OperatorError(`The answer of ${address} is larger than any model.`);
    text += decoder.decode(part, { stream: true });
  }
  return text;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // reported by its status, or as no Data API
  }
}

function errorIn(body: unknown): string | undefined {
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined;
  return typeof error === 'string' ? error : undefined;
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
}
