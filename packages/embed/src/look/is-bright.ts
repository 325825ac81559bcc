/** Whether dark text is more legible on a colour than light text, by the luminance of WCAG 2.2. */
export function isBright(colour: string): boolean {
  const paint = document.createElement('canvas').getContext('2d');
  if (!paint) return false;
  paint.fillStyle = colour;
  paint.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = [...paint.getImageData(0, 0, 1, 1).data].map((part) => {
    const share = part / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179;
}
