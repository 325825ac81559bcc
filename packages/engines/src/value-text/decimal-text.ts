/** Inserts the decimal point into the digits of an unscaled integer: `('-5', 2)` is `-0.05`. */
export function withPoint(digits: string, scale: number): string {
  if (scale === 0) return digits;
  const isNegative = digits.charCodeAt(0) === 45;
  const plain = (isNegative ? digits.slice(1) : digits).padStart(scale + 1, '0');
  const point = plain.length - scale;
  return `${isNegative ? '-' : ''}${plain.slice(0, point)}.${plain.slice(point)}`;
}
