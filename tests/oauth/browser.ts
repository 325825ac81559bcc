interface Person {
  readonly username: string;
  readonly password: string;
}

/** A browser in which a person signs in and allows what applications ask for, by the requests that the pages send. */
export class Browser {
  readonly #origin: string;
  readonly #person: Person;
  #cookie: string | undefined;
  /** Addresses that applications opened. */
  readonly opened: string[] = [];
  /** Whether the person was asked, each time that an application opened it. */
  readonly asked: boolean[] = [];

  constructor(origin: string, person: Person) {
    this.#origin = origin;
    this.#person = person;
  }

  get username(): string {
    return this.#person.username;
  }

  /**
   * Opens the address to which an application sends people, and allows what it asks for.
   *
   * @param deploymentIds those that are picked; absent: all
   * @returns the address at which the application gets its answer
   */
  async open(address: string, deploymentIds?: readonly number[]): Promise<string> {
    this.opened.push(address);
    const query = await this.#queryAt(address);
    const request = await this.post('/oauth/requests', { query });
    if (request.status !== 200) throw new Error(`the page cannot ask: ${request.status} ${request.text}`);
    const { kind, passes, sentence } = JSON.parse(request.text);
    if (kind !== 'question') throw new Error(`the page says: ${sentence}`);
    this.asked.push(!passes);
    // Without a question, what was picked before is picked again.
    const picked = passes ? {} : { deploymentIds: deploymentIds ?? null };
    const answer = { query, isAllowed: true, ...picked };
    const approved = await this.post('/oauth/approvals', answer);
    if (approved.status !== 200) throw new Error(`the answer is not taken: ${approved.status} ${approved.text}`);
    return JSON.parse(approved.text).redirectTo;
  }

  async signIn(): Promise<void> {
    const { status, text } = await this.post('/session', this.#person);
    if (status !== 200) throw new Error(`the person cannot sign in: ${text}`);
  }

  /** Sends what a page of the application sends. */
  async post(path: string, body: object) {
    const response = await fetch(`${this.#origin}/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: this.#origin, ...this.cookies() },
      body: JSON.stringify(body),
    });
    const [cookie] = response.headers.getSetCookie();
    if (cookie !== undefined) this.#cookie = cookie.split(';')[0];
    return { status: response.status, text: await response.text() };
  }

  /** Follows the redirects to the page of consent, by way of sign-in. */
  async #queryAt(address: string): Promise<string> {
    const answer = await fetch(address, { redirect: 'manual', headers: this.cookies() });
    const location = new URL(answer.headers.get('location') ?? '', this.#origin);
    if (answer.status !== 302) throw new Error(`${address}: ${answer.status} ${await answer.text()}`);
    if (location.pathname === '/connect') return location.search.slice(1);
    if (location.pathname !== '/sign-in') throw new Error(`the browser is sent to ${location}`);
    await this.signIn();
    return new URL(location.searchParams.get('next') ?? '', this.#origin).search.slice(1);
  }

  cookies(): Readonly<Record<string, string>> {
    return this.#cookie === undefined ? {} : { cookie: this.#cookie };
  }
}
