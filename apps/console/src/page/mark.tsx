import type { ReactNode } from 'react';

/** A brass ring with one small planet. */
export function Mark(): ReactNode {
  return (
    <svg viewBox="0 0 16 16" width="20" height="20" aria-hidden="true">
      <circle cx="8" cy="8" r="6" fill="none" stroke="var(--orrery-brass)" strokeWidth="1.75" />
      <circle cx="12.3" cy="3.7" r="2.5" fill="var(--orrery-brass)" stroke="var(--orrery-bg)" strokeWidth="1.25" />
    </svg>
  );
}
