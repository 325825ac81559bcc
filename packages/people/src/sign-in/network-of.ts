import { isIPv6 } from 'node:net';

/** Parts of an IPv6 address that identify a network: a customer controls all addresses below the first 64 bits. */
const partsOfNetwork = 4;

/** The unit by which strangers are counted: the address, or the first 64 bits of an IPv6 address. */
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
