// SPDX-License-Identifier: Apache-2.0
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { TestCase } from '../../../api/chainTests';
import type { CaseResult } from '../../../model/test/report';
import classes from './Cases.module.css';
import { Differences } from './Differences';
import { useTest, useTesting } from './testContext';

interface CaseRowProps {
  readonly testCase: TestCase;
  /** Undefined: it has not run on the chain as it is. */
  readonly result: CaseResult | undefined;
  readonly onDelete: () => void;
}

export function CaseRow({ testCase, result, onDelete }: CaseRowProps) {
  const { t } = useTranslation();
  const { commands } = useTesting();
  const running = useTest((state) => state.running);
  const { name } = testCase;
  const state = result === undefined ? 'notRun' : result.passed ? 'passed' : 'failed';
  return (
    <li className={classes.case}>
      <div className={classes.row}>
        <span className={classes.state} data-state={state}>
          {t(`chainTest.state.${state}`)}
        </span>
        <span className={classes.name}>{name}</span>
        <span className={classes.actions}>
          <Button
            variant="default"
            size="compact-sm"
            disabled={running}
            aria-label={t('chainTest.runCaseOf', { name })}
            onClick={() => void commands.runCase(testCase.id)}
          >
            {t('chainTest.run')}
          </Button>
          <Button
            variant="default"
            size="compact-sm"
            disabled={running}
            aria-label={t('chainTest.openCaseOf', { name })}
            onClick={() => void commands.open(testCase)}
          >
            {t('chainTest.openCase')}
          </Button>
          <Button
            variant="default"
            size="compact-sm"
            aria-label={t('chainTest.deleteCaseOf', { name })}
            onClick={onDelete}
          >
            {t('common.delete')}
          </Button>
        </span>
      </div>
      {result !== undefined && <Differences differences={result.differences} />}
    </li>
  );
}
