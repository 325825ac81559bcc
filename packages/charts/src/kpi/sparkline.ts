interface Box {
  readonly width: number;
  readonly height: number;
}

/** The path of a small line through values, in a box of that size. Missing values are gaps. */
export function sparkPath(trend: readonly (number | null)[], { width, height }: Box): string {
  const known = trend.filter((value) => value !== null);
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const step = width / Math.max(1, trend.length - 1);
  const heightOf = (value: number) =>
    most === least ? height / 2 : height - ((value - least) / (most - least)) * height;
  return trend
    .map((value, index) => {
      if (value === null) return '';
      const isFirst = index === 0 || trend[index - 1] === null;
      const place = `${short(index * step)} ${short(heightOf(value))}`;
      // A point alone is a dot.
      return isFirst
        ? `M${place}${trend[index + 1] === null || index === trend.length - 1 ? 'h0.1' : ''}`
        : `L${place}`;
    })
    .join('');
}

/** The path of small bars that stand on zero, in a box of that size. Missing values leave their place empty. */
export function sparkBars(trend: readonly (number | null)[], { width, height }: Box): string {
  const known = trend.map((value) => value ?? 0);
  const [least, most] = [Math.min(0, ...known), Math.max(0, ...known)];
  const span = most - least || 1;
  const step = width / Math.max(1, trend.length);
  const heightOf = (value: number) => height - ((value - least) / span) * height;
  return trend
    .map((value, index) => {
      if (value === null) return '';
      const [left, right] = [short(index * step + step * 0.1), short(step * 0.8)];
      return `M${left} ${short(heightOf(0))}V${short(heightOf(value))}h${right}V${short(heightOf(0))}z`;
    })
    .join('');
}

const short = (number: number) => Math.round(number * 10) / 10;
