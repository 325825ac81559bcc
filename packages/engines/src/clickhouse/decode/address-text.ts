/** Two numbers of eight bytes. */
export function uuidText(bytes: Buffer): string {
  const hex = [bytes.subarray(0, 8), bytes.subarray(8)].map((half) => Buffer.from(half).reverse().toString('hex'));
  return hex.join('').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** Writes an IPv6 address like the server: in its shortest form, with the last parts of IPv4 addresses as those. */
export function addressText(bytes: Buffer): string {
  const groups = Array.from({ length: 8 }, (_, index) => bytes.readUInt16BE(index * 2).toString(16));
  const text = new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1);
  const isFour = /^::(?:ffff:)?[\da-f]+:[\da-f]+$/.test(text);
  if (!isFour) return text;
  return `${text.startsWith('::ffff:') ? '::ffff:' : '::'}${[...bytes.subarray(12)].join('.')}`;
}
