// SPDX-License-Identifier: Apache-2.0

/** The mill wheel over its water; the favicon `public/millrace.svg` is the same drawing. */
export function Mark({ size }: { readonly size: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 32 32"
      fill="none"
      stroke="var(--accent)"
      strokeWidth="2.4"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <circle cx="16" cy="14" r="8.2" />
      <circle cx="16" cy="14" r="1.6" fill="var(--accent)" stroke="none" />
      <path d="M16 2.4v9.2M16 16.4v9.2M4.4 14h9.2M18.4 14h9.2M7.8 5.8l6.5 6.5M17.7 15.7l6.5 6.5M24.2 5.8l-6.5 6.5M14.3 15.7l-6.5 6.5" />
      <path d="M2.5 29c2.25-1.9 4.5-1.9 6.75 0s4.5 1.9 6.75 0 4.5-1.9 6.75 0 4.5 1.9 6.75 0" />
    </svg>
  );
}
