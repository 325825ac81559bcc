import { lookup as resolveName, type LookupAddress, type LookupOptions } from 'node:dns';
import { isIP, type LookupFunction, Socket } from 'node:net';
import { isOpenAddress, type NetworkRule } from './open-addresses.ts';

/** Reason for the operator's log: callers only learn that a connection failed. */
export class AddressRefused extends Error {
  constructor({ host, address }: { readonly host: string; readonly address: string }, { setting }: NetworkRule) {
    const also = address === host ? '' : ` is ${address}, which`;
    const by = setting === undefined ? '' : ` (${setting})`;
    super(`the server '${host}'${also} is not an address that may be connected to${by}`);
    this.name = 'AddressRefused';
  }
}

type Resolve = (host: string, options: LookupOptions & { readonly all: true }, done: LookupCallback) => void;
type LookupCallback = (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void;

/**
 * A socket that connects only to addresses that the rule allows. A name is resolved once, and the connection goes to
 * the very addresses that were checked: a later change of the name has no effect.
 */
export class GuardedSocket extends Socket {
  readonly #rule: NetworkRule;
  readonly #lookup: LookupFunction;

  /** @param resolve replaced in tests */
  constructor(rule: NetworkRule, resolve: Resolve = resolveName) {
    super();
    this.#rule = rule;
    this.#lookup = guardedLookup(rule, resolve);
  }

  /** The only way to connect: other arguments of a socket, such as paths, are refused. */
  override connect(...given: readonly unknown[]): this {
    const [port, host] = given;
    if (typeof port !== 'number' || typeof host !== 'string')
      throw new Error('a guarded socket takes a port and a host');
    if (isIP(host) !== 0 && !isOpenAddress(host, this.#rule)) {
      process.nextTick(() => this.destroy(new AddressRefused({ host, address: host }, this.#rule)));
      return this;
    }
    return super.connect({ port, host, lookup: this.#lookup });
  }
}

/** Looks names up for sockets, and refuses those with an address that the rule does not allow. */
export function guardedLookup(rule: NetworkRule, resolve: Resolve = resolveName): LookupFunction {
  return (host, options, done) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) {
        done(error ?? new Error(`'${host}' has no address`), []);
        return;
      }
      // One forbidden address among allowed ones refuses all: a mixed answer is an attempt to reach the forbidden one.
      const refused = addresses.find(({ address }) => !isOpenAddress(address, rule));
      if (refused) done(new AddressRefused({ host, address: refused.address }, rule), []);
      else if (options.all) done(null, addresses);
      else done(null, first.address, first.family);
    });
  };
}
