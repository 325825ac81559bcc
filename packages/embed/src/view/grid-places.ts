import type { Position, Widget } from './dashboard.ts';

/** Columns of the grid by the size of the screen; the largest one has those of positions, the smallest one a single column. */
const columns = { lg: 12, md: 10, sm: 6, xs: 4 } as const;
type Size = keyof typeof columns;
const sizes = Object.keys(columns) as readonly Size[]; // its keys

/** Narrower tiles show nothing that can be read. */
const leastWidth = 2;

/**
 * Places of widgets on the grid as custom properties of CSS, which chooses among them by the width of the page: `--x`,
 * `--y`, `--w`, `--h`, and the same for each smaller size, `--x-md`. Places that the dashboard has for a size are kept; everything
 * else goes in the order of reading to the first place that is free.
 */
export function gridPlaces(widgets: readonly Widget[]): ReadonlyMap<string, Readonly<Record<string, string>>> {
  const properties = new Map(widgets.map(({ id }) => [id, {} as Record<string, string>]));
  for (const size of sizes) {
    const end = size === 'lg' ? '' : `-${size}`;
    for (const [id, { x, y, w, h }] of placesAt(widgets, size)) {
      const own = { [`--x${end}`]: x + 1, [`--y${end}`]: y + 1, [`--w${end}`]: w, [`--h${end}`]: h };
      const texts = Object.entries(own).map(([name, value]) => [name, String(value)]);
      Object.assign(properties.get(id) ?? {}, Object.fromEntries(texts));
    }
  }
  return properties;
}

function placesAt(widgets: readonly Widget[], size: Size): ReadonlyMap<string, Position> {
  if (size === 'lg') return new Map(widgets.map(({ id, position }) => [id, position]));
  const most = columns[size];
  const given = widgets.flatMap(({ id, layouts }) => {
    const layout = layouts[size];
    return layout ? [[id, fitted(layout, most)] as const] : [];
  });
  const places = new Map<string, Position>(given);
  let from = 0;
  for (const widget of widgets) {
    if (places.has(widget.id)) continue;
    const { x, w, h } = widget.position;
    const scale = (column: number) => Math.round((column * most) / columns.lg);
    const width = Math.min(most, Math.max(leastWidth, scale(x + w) - scale(x)));
    const place = firstFree({ w: width, h: h + growthOf(widget, size) }, { from, most, taken: [...places.values()] });
    places.set(widget.id, place);
    from = place.y;
  }
  return places;
}

function fitted({ x, y, w, h }: Position, most: number): Position {
  const width = Math.min(w, most);
  return { x: Math.min(x, most - width), y, w: width, h };
}

/** How much higher the tabs of a container get. */
function growthOf({ tabs }: Widget, size: Size): number {
  const rowsAt = (at: Size) => Math.max(0, ...tabs.map(({ widgets }) => bottomOf([...placesAt(widgets, at).values()])));
  return tabs.length === 0 ? 0 : rowsAt(size) - rowsAt('lg');
}

const bottomOf = (places: readonly Position[]): number => Math.max(0, ...places.map(({ y, h }) => y + h));

interface Room {
  /** Row above which nothing is put. */
  readonly from: number;
  readonly most: number;
  readonly taken: readonly Position[];
}

function firstFree({ w, h }: Pick<Position, 'w' | 'h'>, { from, most, taken }: Room): Position {
  const rows = [from, ...taken.map((each) => each.y + each.h).filter((row) => row > from)].toSorted((a, b) => a - b);
  for (const y of rows) {
    for (let x = 0; x + w <= most; x++) {
      const isFree = taken.every((one) => x + w <= one.x || one.x + one.w <= x || y + h <= one.y || one.y + one.h <= y);
      if (isFree) return { x, y, w, h };
    }
  }
  return { x: 0, y: bottomOf(taken), w, h };
}
