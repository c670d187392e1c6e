// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';

interface IconProps {
  /** In pixels. */
  readonly size?: number;
  readonly children: ReactNode;
}

/** The frame of an icon: 20 by 20 units, drawn with lines. */
export function Icon({ size = 18, children }: IconProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}

export function SearchIcon() {
  return (
    <Icon>
      <circle cx="9" cy="9" r="5.5" />
      <path d="m13.2 13.2 4 4" />
    </Icon>
  );
}

export function SunIcon() {
  return (
    <Icon>
      <circle cx="10" cy="10" r="3.4" />
      <path d="M10 2v2M10 16v2M2 10h2M16 10h2M4.3 4.3l1.5 1.5M14.2 14.2l1.5 1.5M15.7 4.3l-1.5 1.5M5.8 14.2l-1.5 1.5" />
    </Icon>
  );
}

export function MoonIcon() {
  return (
    <Icon>
      <path d="M16.5 12.2A7 7 0 0 1 7.8 3.5a7 7 0 1 0 8.7 8.7Z" />
    </Icon>
  );
}

export function UserIcon() {
  return (
    <Icon>
      <circle cx="10" cy="6.8" r="3.4" />
      <path d="M3.5 17c.6-3.4 3.2-5 6.5-5s5.9 1.6 6.5 5" />
    </Icon>
  );
}

export function ChevronIcon() {
  return (
    <Icon size={13}>
      <path d="m4.5 7.5 5.5 5.5 5.5-5.5" />
    </Icon>
  );
}

export function ArrowIcon({ direction }: { readonly direction: 'up' | 'down' | 'right' }) {
  const paths = {
    up: 'M10 16V4M5 9l5-5 5 5',
    down: 'M10 4v12M5 11l5 5 5-5',
    right: 'M4 10h12M11 5l5 5-5 5',
  };
  return (
    <Icon size={13}>
      <path d={paths[direction]} />
    </Icon>
  );
}
