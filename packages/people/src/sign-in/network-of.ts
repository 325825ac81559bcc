import { isIPv6 } from 'node:net';

/** Of an IPv6 address one customer has at least so many bits to choose from: addresses that differ there are one's own. */
const partsOfNetwork = 4;

/** What strangers are counted by: the address, and of IPv6 the first 64 bits. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [plain = ''] = address.toLowerCase().split('%');
  const v4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain);
  if (v4?.[1] !== undefined) return v4[1];
  const [head = '', tail] = plain.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  const parts = [...before, ...Array.from({ length: Math.max(zeros, 0) }, () => '0'), ...after];
  return `${parts
    .slice(0, partsOfNetwork)
    .map((part) => part.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
