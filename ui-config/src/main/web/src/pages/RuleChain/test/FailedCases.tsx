// SPDX-License-Identifier: Apache-2.0
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { CaseResult } from '../../../model/test/report';
import classes from './Cases.module.css';
import { Differences } from './Differences';
import { useTesting } from './testContext';

interface FailedCasesProps {
  readonly failed: readonly CaseResult[];
  /** Called before a test case is opened. */
  readonly onOpen: () => void;
}

/** The test cases that stopped a save; each leads to its message. */
export function FailedCases({ failed, onOpen }: FailedCasesProps) {
  const { t } = useTranslation();
  const { commands } = useTesting();
  return (
    <ul className={classes.list} aria-label={t('chainTest.failedCases')}>
      {failed.map(({ id, name, differences }) => (
        <li key={id} className={classes.case}>
          <div className={classes.row}>
            <span className={classes.name}>{name}</span>
            <Button
              variant="default"
              size="compact-sm"
              aria-label={t('chainTest.openCaseOf', { name })}
              onClick={() => {
                onOpen();
                void commands.openById(id);
              }}
            >
              {t('chainTest.openCase')}
            </Button>
          </div>
          <Differences differences={differences} />
        </li>
      ))}
    </ul>
  );
}
