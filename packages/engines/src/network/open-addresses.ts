import { BlockList, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';

/** Addresses that an engine may connect to: the public internet, and those in `allowed`. Plain data. */
export interface NetworkRule {
  /** Addresses and ranges (`10.1.0.0/16`, `fd12::/48`). */
  readonly allowed: readonly string[];
  /** The setting by which the operator allows more; absent where none does. */
  readonly setting?: string;
}

/**
 * Ranges outside the public internet, or without a single owner: this network and host, private, shared, link-local
 * (where clouds keep the credentials of a machine), protocols, documentation, benchmarks, relays, multicast, reserved.
 * From IANA's special-purpose registries. The last one is the address of a cloud's service for its own machines.
 */
const closedIpv4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '168.63.129.16/32',
];

/** The range of the public internet. Forms that contain an IPv4 address are outside of it, or excluded below. */
const publicIpv6 = ['2000::/3'];
const closedIpv6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const closed = ranges([...closedIpv4, ...closedIpv6]);
const publicSix = ranges(publicIpv6);

/** @param address a resolved address, or one as written in the settings */
export function isOpenAddress(address: string, { allowed }: NetworkRule): boolean {
  const version = isIP(address);
  if (version === 0 || address.includes('%')) return false;
  if (ranges(allowed).check(address, familyOf(address))) return true;
  if (closed.check(address, familyOf(address)) || isOwn(address)) return false;
  return version === 4 || publicSix.check(address, 'ipv6');
}

/** Public addresses of this machine, which reach its own services. Read each time, because they change. */
function isOwn(address: string): boolean {
  const own = new BlockList();
  for (const { address: one } of Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])) {
    own.addAddress(one.replace(/%.*$/, ''), familyOf(one));
  }
  return own.check(address, familyOf(address));
}

function ranges(texts: readonly string[]): BlockList {
  const list = new BlockList();
  for (const text of texts) {
    const [address = '', prefix] = text.split('/');
    if (prefix === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(prefix), familyOf(address));
  }
  return list;
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return address.includes(':') ? 'ipv6' : 'ipv4';
}
