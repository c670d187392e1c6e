// SPDX-License-Identifier: Apache-2.0
import { ActionIcon, Group, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useRef, type ReactNode } from 'react';
import { NavLink } from 'react-router';
import type { Session } from '../api/session';
import { MoonIcon, SunIcon } from './icons';
import { Mark } from './Mark';
import classes from './Shell.module.css';
import { UserMenu } from './UserMenu';

export interface Section {
  readonly path: string;
  readonly name: string;
}

interface ShellProps {
  readonly session: Session;
  readonly sections: readonly Section[];
  readonly children: ReactNode;
}

/** What surrounds every page of a user who is signed in. */
export function Shell({ session, sections, children }: ShellProps) {
  const main = useRef<HTMLElement>(null);
  return (
    <>
      <button type="button" className="skip-link" onClick={() => main.current?.focus()}>
        Skip to the content
      </button>
      <header className={classes.header}>
        <div className={classes.bar}>
          <span className={classes.brand}>
            <Mark size={26} />
            Millrace
          </span>
          <nav aria-label="Main" className={classes.nav}>
            {sections.map(({ path, name }) => (
              <NavLink key={path} to={path} className={classes.section ?? ''}>
                {name}
              </NavLink>
            ))}
          </nav>
          <Group gap="xs" wrap="nowrap" className={classes.user ?? ''}>
            <ColorSchemeSwitch />
            <UserMenu session={session} />
          </Group>
        </div>
      </header>
      <main ref={main} tabIndex={-1} className={classes.main}>
        {children}
      </main>
    </>
  );
}

function ColorSchemeSwitch() {
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  const label = isDark ? 'Switch to light colours' : 'Switch to dark colours';
  return (
    <ActionIcon
      variant="default"
      size={30}
      aria-label={label}
      title={label}
      onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
    >
      {isDark ? <SunIcon /> : <MoonIcon />}
    </ActionIcon>
  );
}
