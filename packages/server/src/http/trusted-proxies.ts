import { BlockList, isIP } from 'node:net';

/**
 * Whether an address belongs to a proxy whose forwarding headers are trusted.
 *
 * @param ranges of IPv4 or IPv6; an IPv4 range also covers the same addresses written in IPv6 (`::ffff:10.1.2.3`), and
 * no others
 */
export function trustedProxies(ranges: readonly string[]): (address: string | undefined) => boolean {
  const trusted = new BlockList();
  for (const range of ranges) {
    const [address = '', prefix] = range.split('/');
    if (prefix === undefined) trusted.addAddress(address, familyOf(address));
    else trusted.addSubnet(address, Number(prefix), familyOf(address));
  }
  return (address) => address !== undefined && isIP(address) !== 0 && trusted.check(address, familyOf(address));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}
