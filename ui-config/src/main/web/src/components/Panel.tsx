// SPDX-License-Identifier: Apache-2.0
import { Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import classes from './Panel.module.css';

interface PanelProps {
  readonly title: ReactNode;
  /** Controls on the right of the title. */
  readonly controls?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a page under a title of its own. */
export function Panel({ title, controls, children }: PanelProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes.panel}>
      <div className={classes.head}>
        <Title order={2} size="h6" id={id}>
          {title}
        </Title>
        {controls}
      </div>
      {children}
    </section>
  );
}
