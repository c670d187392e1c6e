// SPDX-License-Identifier: Apache-2.0
import { ActionIcon, Group, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import type { Session } from '../api/session';
import type { shell } from '../i18n/shell';
import { MoonIcon, SunIcon } from './icons';
import { Mark } from './Mark';
import classes from './Shell.module.css';
import { UserMenu } from './UserMenu';

export type SectionName = keyof typeof shell.sections;

export interface Section {
  readonly path: string;
  /** The key of its name in the texts `shell.sections`. */
  readonly name: SectionName;
}

interface ShellProps {
  readonly session: Session;
  readonly sections: readonly Section[];
  readonly children: ReactNode;
}

/** What surrounds every page of a user who is signed in. */
export function Shell({ session, sections, children }: ShellProps) {
  const { t } = useTranslation();
  const main = useRef<HTMLElement>(null);
  return (
    <>
      <button type="button" className="skip-link" onClick={() => main.current?.focus()}>
        {t('shell.skip')}
      </button>
      <header className={classes.header}>
        <div className={classes.bar}>
          <span className={classes.brand}>
            <Mark size={26} />
            Millrace
          </span>
          <nav aria-label={t('shell.main')} className={classes.nav}>
            {sections.map(({ path, name }) => (
              <NavLink key={path} to={path} className={classes.section ?? ''}>
                {t(`shell.sections.${name}`)}
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
  const { t } = useTranslation();
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  const label = t(isDark ? 'shell.lightColours' : 'shell.darkColours');
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
