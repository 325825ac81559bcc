import { vi } from 'vitest';

/**
 * Waits until a check passes. A test does not bound the time: machines are slow and busy, and figures are measured by
 * `bench/`.
 */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 120_000, interval: 2 });
}
