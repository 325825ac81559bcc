interface ComparedTime {
  readonly compareDateRange?: unknown;
}

/** Whether a query compares ranges of a time. */
export function compares({ timeDimensions = [] }: { readonly timeDimensions?: readonly ComparedTime[] | undefined }) {
  return timeDimensions.some(({ compareDateRange }) => compareDateRange !== undefined);
}
