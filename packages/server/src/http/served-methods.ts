import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

interface ServedPath {
  readonly steps: readonly string[];
  readonly methods: Set<string>;
}

/** Methods at the addresses below an application, for refusing others. */
export class ServedMethods {
  readonly #places = new Map<string, ServedPath>();

  /** @param app whose routes come after this */
  constructor(app: FastifyInstance) {
    app.addHook('onRoute', ({ method, url }) => {
      const methods = [method].flat().filter((one) => one !== 'OPTIONS'); // asked by browsers, of every address
      if (methods.length === 0 || url.includes('*')) return;
      const place = this.#places.get(url) ?? { steps: url.split('/'), methods: new Set() };
      this.#places.set(url, place);
      for (const one of methods) place.methods.add(one);
    });
  }

  /** Refuses a method without a route: 405 with `Allow` where the address has other methods, else 404. */
  refuse(request: FastifyRequest, reply: FastifyReply): { readonly status: 404 | 405; readonly text: string } {
    const [path = ''] = request.url.split('?');
    const allowed = new Set<string>();
    const steps = path.split('/');
    for (const place of this.#places.values()) {
      if (leadTo(place, steps)) for (const method of place.methods) allowed.add(method);
    }
    if (allowed.size === 0) return { status: 404, text: 'Not Found' };
    const list = [...allowed].sort().join(', ');
    reply.header('allow', list);
    return { status: 405, text: `Only ${list} can be used here` };
  }
}

function leadTo({ steps }: ServedPath, given: readonly string[]): boolean {
  if (steps.length !== given.length) return false;
  return steps.every((step, index) => (step.startsWith(':') ? given[index] !== '' : step === given[index]));
}
