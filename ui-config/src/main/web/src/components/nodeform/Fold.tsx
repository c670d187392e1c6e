// SPDX-License-Identifier: Apache-2.0
import { Collapse, UnstyledButton } from '@mantine/core';
import { useId, useState, type ReactNode } from 'react';
import { ChevronIcon } from './icons';
import classes from './NodeForm.module.css';

interface FoldProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly initiallyOpen?: boolean;
  /** Keeps it open, for instance while there are problems inside. */
  readonly forceOpen?: boolean;
}

/** A part that can be folded away. */
export function Fold({ title, children, initiallyOpen = false, forceOpen = false }: FoldProps) {
  const [chosen, setChosen] = useState(initiallyOpen);
  const id = useId();
  const open = chosen || forceOpen;
  return (
    <div className={classes.fold}>
      <UnstyledButton
        className={classes.foldButton ?? ''}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setChosen(!open)}
      >
        <span className={classes.chevron} data-open={open || undefined}>
          <ChevronIcon />
        </span>
        {title}
      </UnstyledButton>
      <Collapse expanded={open} id={id}>
        {children}
      </Collapse>
    </div>
  );
}
