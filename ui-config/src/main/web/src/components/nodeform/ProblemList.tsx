// SPDX-License-Identifier: Apache-2.0
import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ErrorIcon, WarningIcon } from './icons';
import type { Problem } from './formState';
import classes from './NodeForm.module.css';

interface ProblemListProps {
  readonly problems: readonly Problem[];
  readonly id?: string;
}

/** Errors and warnings below what they are about; nothing if there are none. */
export function ProblemList({ problems, id }: ProblemListProps) {
  const { t } = useTranslation();
  if (problems.length === 0) {
    return null;
  }
  return (
    <span id={id} className={classes.problems}>
      {problems.map(({ severity, message }, index) => (
        <span key={`${index} ${message}`} data-severity={severity}>
          {severity === 'error' ? <ErrorIcon /> : <WarningIcon />}
          <span>
            <VisuallyHidden>{t(`nodeForm.${severity}`)} </VisuallyHidden>
            {message}
          </span>
        </span>
      ))}
    </span>
  );
}
