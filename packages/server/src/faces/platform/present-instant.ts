export function presentInstant(instant: number): string {
  return new Date(instant).toISOString();
}
