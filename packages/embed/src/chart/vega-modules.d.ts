// The parts of Vega come without types of their own.

declare module 'vega-dataflow' {
  export const transforms: Record<string, unknown>;
}

declare module 'vega-transforms' {
  const transforms: Record<string, unknown>;
  export = transforms;
}

declare module 'vega-view-transforms' {
  const transforms: Record<string, unknown>;
  export = transforms;
}

declare module 'vega-encode' {
  const transforms: Record<string, unknown>;
  export = transforms;
}

declare module 'vega-regression' {
  const transforms: Record<string, unknown>;
  export = transforms;
}

declare module 'vega-geo' {
  const transforms: Record<string, unknown>;
  export = transforms;
}

declare module 'topojson-client' {
  type Ring = readonly (readonly number[])[];
  type Area =
    | { readonly type: 'Polygon'; readonly coordinates: readonly Ring[] }
    | { readonly type: 'MultiPolygon'; readonly coordinates: readonly (readonly Ring[])[] };

  /** Makes the feature of a collection of areas. */
  export function feature(
    topology: object,
    object: object,
  ): {
    readonly features: readonly {
      readonly geometry: Area;
      readonly properties: Readonly<Record<string, string | readonly string[]>>;
    }[];
  };
}

declare module 'vega-functions' {
  export const functionContext: Record<string, unknown>;
}

declare module 'vega-parser' {
  export function parse(spec: object, config: object, options: { readonly ast: true }): object;
}

declare module 'vega-view' {
  export interface Bounds {
    readonly x1: number;
    readonly y1: number;
    readonly x2: number;
    readonly y2: number;
  }

  export interface SceneItem {
    readonly fill?: unknown;
    readonly datum?: unknown;
    readonly bounds?: Bounds;
    readonly x?: number;
    readonly y?: number;
    readonly description?: string;
    readonly items?: readonly SceneMark[];
  }

  export interface SceneMark {
    readonly marktype: string;
    readonly role?: string;
    /** Whether the element is visible to screen readers. */
    readonly aria?: boolean;
    readonly items: readonly SceneItem[];
  }

  export type TooltipHandler = (
    handler: unknown,
    event: MouseEvent | null,
    item: SceneItem | null,
    value: unknown,
  ) => void;

  export class View {
    constructor(
      runtime: object,
      options: {
        readonly container?: Element;
        readonly expr: object;
        readonly hover: boolean;
        readonly loader: object;
        readonly locale: object;
        readonly logger: object;
        readonly renderer: 'svg' | 'canvas' | 'none';
        readonly tooltip: TooltipHandler;
      },
    );
    initialize(element: Element): this;
    data(name: string, rows: readonly object[]): this;
    width(pixels: number): this;
    height(pixels: number): this;
    runAsync(): Promise<this>;
    /**
     * Calls after the next evaluation, and before it is painted.
     *
     * @param isLater also where no evaluation is under way; otherwise it is called at once there
     * @param priority the picture is fitted into its place with 1, and evaluated again
     */
    runAfter(call: () => void, isLater?: boolean, priority?: number): void;
    toSVG(): Promise<string>;
    signal(name: string): unknown;
    origin(): readonly [number, number];
    scenegraph(): { readonly root: SceneItem | SceneMark };
    finalize(): this;
  }
}
