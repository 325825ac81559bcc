/**
 * Replaces, in the builds of pages, the modules by which Vega loads files, measures maps in expressions and animates
 * marks (`vega-loader`, `d3-geo` for `vega-functions`, `d3-ease`). Charts load no files, measure no maps and have no
 * animations. Expressions cannot call these functions either, see `check-expressions.ts`.
 */
function unused(): never {
  throw new Error('Charts load no files, measure no maps and stand still.');
}

/** Vega makes one before it is given another. */
function loader(): object {
  const refuse = async () => unused();
  return { load: refuse, sanitize: refuse, http: refuse, file: refuse, options: {} };
}

/** Vega-Lite writes rows of its own: an empty one for a line at a target. @returns them as they are */
function read(rows: unknown): unknown {
  return Array.isArray(rows) ? rows : unused();
}

export {
  loader,
  unused as easeBack,
  unused as easeBackIn,
  unused as easeBackInOut,
  unused as easeBackOut,
  unused as easeBounce,
  unused as easeBounceIn,
  unused as easeBounceInOut,
  unused as easeBounceOut,
  unused as easeCircle,
  unused as easeCircleIn,
  unused as easeCircleInOut,
  unused as easeCircleOut,
  unused as easeCubic,
  unused as easeCubicIn,
  unused as easeCubicInOut,
  unused as easeCubicOut,
  unused as easeElastic,
  unused as easeElasticIn,
  unused as easeElasticInOut,
  unused as easeElasticOut,
  unused as easeExp,
  unused as easeExpIn,
  unused as easeExpInOut,
  unused as easeExpOut,
  unused as easeLinear,
  unused as easePoly,
  unused as easePolyIn,
  unused as easePolyInOut,
  unused as easePolyOut,
  unused as easeQuad,
  unused as easeQuadIn,
  unused as easeQuadInOut,
  unused as easeQuadOut,
  unused as easeSin,
  unused as easeSinIn,
  unused as easeSinInOut,
  unused as easeSinOut,
  unused as geoArea,
  unused as geoBounds,
  unused as geoCentroid,
  read,
  unused as responseType,
};
