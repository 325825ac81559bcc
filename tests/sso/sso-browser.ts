/** An answer that leads nowhere else. */
interface LastAnswer {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
  /** Every address that was opened, the last one included. */
  readonly way: readonly string[];
}

const mostRedirects = 20;

/** Follows redirects and keeps cookies by host, as a browser without scripts does. */
export class SsoBrowser {
  readonly #cookies = new Map<string, Map<string, string>>();

  /** @param stopAt the first address with this text is not opened */
  async open(
    address: string,
    { stopAt, init = {} }: { stopAt?: string; init?: RequestInit } = {},
  ): Promise<LastAnswer> {
    const way: string[] = [];
    let next: RequestInit = init;
    for (let url = new URL(address); ; next = {}) {
      way.push(url.href);
      if (stopAt !== undefined && url.href.includes(stopAt))
        return { status: 0, text: '', headers: new Headers(), way };
      const headers = { ...next.headers, cookie: this.cookiesOf(url.host) };
      const answer = await fetch(url, { ...next, headers, redirect: 'manual' });
      this.#keep(url.host, answer.headers.getSetCookie());
      const to = answer.headers.get('location');
      if (to === null || way.length > mostRedirects)
        return { status: answer.status, text: await answer.text(), headers: answer.headers, way };
      await answer.arrayBuffer();
      url = new URL(to, url);
    }
  }

  cookiesOf(host: string): string {
    return [...(this.#cookies.get(host) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  #keep(host: string, given: readonly string[]): void {
    const known = this.#cookies.get(host) ?? new Map<string, string>();
    for (const cookie of given) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=');
      known.set(name, value);
    }
    this.#cookies.set(host, known);
  }
}
