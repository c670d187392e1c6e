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
      strokeWidth="2.2"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <circle cx="16" cy="13.5" r="8" />
      <circle cx="16" cy="13.5" r="2.2" fill="var(--accent)" stroke="none" />
      <path d="M23.4 16.6L25.3 22.0M19.1 20.9L16.5 26.1M12.9 20.9L7.5 22.8M8.6 16.6L3.4 14.0M8.6 10.4L6.7 5.0M12.9 6.1L15.5 0.9M19.1 6.1L24.5 4.2M23.4 10.4L28.6 13.0" />
      <path
        strokeWidth="1.4"
        d="M17.7 15.2L21.7 19.2M14.3 15.2L10.3 19.2M14.3 11.8L10.3 7.8M17.7 11.8L21.7 7.8"
      />
      <path d="M1.5 29.6c2.4-1.9 4.85-1.9 7.25 0s4.85 1.9 7.25 0 4.85-1.9 7.25 0 4.85 1.9 7.25 0" />
    </svg>
  );
}
