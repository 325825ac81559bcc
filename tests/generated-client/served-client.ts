import createClient, { type Client } from 'openapi-fetch';

/** Result of a call of the client. */
interface Called<Data> {
  readonly data?: Data;
  readonly error?: unknown;
  readonly response: Response;
}

/** A client for a server, as a program has one: it knows the origin and a credential. */
export function clientOf<Paths extends object>(origin: string, key: string): Client<Paths> {
  return createClient<Paths>({ baseUrl: origin, headers: { authorization: `Bearer ${key}` } });
}

/** A client without a key that keeps its session as a browser does. */
export function browserOf<Paths extends object>(origin: string): Client<Paths> {
  const client = createClient<Paths>({ baseUrl: origin });
  let cookie = '';
  client.use({
    onRequest: ({ request }) => {
      request.headers.set('origin', origin);
      if (cookie !== '') request.headers.set('cookie', cookie);
      return request;
    },
    onResponse: ({ response }) => {
      const [given] = response.headers.getSetCookie();
      if (given !== undefined) cookie = given.slice(0, given.indexOf(';'));
    },
  });
  return client;
}

/** Returns the data of an answer; throws for a refusal. */
export function done<Data>({ data, error, response }: Called<Data>): NonNullable<Data> {
  if (response.ok && data !== undefined && data !== null) return data;
  throw new Error(`${new URL(response.url).pathname}: ${response.status} ${JSON.stringify(error)}`);
}
