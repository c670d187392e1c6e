// SPDX-License-Identifier: Apache-2.0
import { UnstyledButton } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { ChevronIcon } from '../../../components/nodeform/icons';
import classes from './AlarmRules.module.css';

interface DisclosureProps {
  readonly summary: ReactNode;
  /** Buttons beside the summary. */
  readonly actions: ReactNode;
  /** What stands below the summary while the part is closed. */
  readonly preview?: ReactNode;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly children: ReactNode;
}

/** A part that is shown by a button. What is shown can have the focus at once: nothing slides open. */
export function Disclosure(props: DisclosureProps) {
  const { summary, actions, preview, isOpen, onToggle, children } = props;
  const id = useId();
  return (
    <>
      <div className={classes.head}>
        <UnstyledButton
          className={classes.toggle ?? ''}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={onToggle}
        >
          <span className={classes.chevron} data-open={isOpen || undefined}>
            <ChevronIcon />
          </span>
          <span className={classes.summary}>{summary}</span>
        </UnstyledButton>
        {actions}
      </div>
      {isOpen ? (
        <div id={id} className={classes.body}>
          {children}
        </div>
      ) : (
        preview
      )}
    </>
  );
}
