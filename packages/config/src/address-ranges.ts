import { isIP } from 'node:net';

/** Whether a text is an address or a range of addresses: `10.1.2.3`, `10.0.0.0/8`, `fd12::/48`. */
export function isAddressRange(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const version = isIP(address);
  const bits = version === 6 ? 128 : 32;
  return (
    version !== 0 &&
    !address.includes('%') && // an interface of this machine, not a place
    rest.length === 0 &&
    (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits))
  );
}
