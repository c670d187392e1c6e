// SPDX-License-Identifier: Apache-2.0
import { Anchor, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Mark, Position } from '../../../model/script/position';
import { ErrorIcon, WarningIcon } from '../icons';
import classes from '../NodeForm.module.css';

interface ScriptProblemsProps {
  readonly id: string;
  readonly marks: readonly Mark[];
  readonly onGoTo: (position: Position) => void;
}

/** The problems of a script below its editor, each with a way to its line. */
export function ScriptProblems({ id, marks, onGoTo }: ScriptProblemsProps) {
  const { t } = useTranslation();
  if (marks.length === 0) {
    return null;
  }
  return (
    <div id={id} className={classes.problems}>
      {marks.map(({ severity, message, at }, index) => (
        <div key={`${index} ${message}`} data-severity={severity}>
          {severity === 'error' ? <ErrorIcon /> : <WarningIcon />}
          <span>
            <VisuallyHidden>{t(`nodeForm.${severity}`)} </VisuallyHidden>
            {message}{' '}
            {at !== undefined && (
              <Anchor component="button" type="button" size="xs" onClick={() => onGoTo(at)}>
                {t('nodeForm.script.goTo', { line: at.line })}
              </Anchor>
            )}
          </span>
        </div>
      ))}
    </div>
  );
}
