// SPDX-License-Identifier: Apache-2.0
import { Alert, Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TestReport } from '../../../model/test/report';
import { CaseDialog } from './CaseDialog';
import { StepDetails } from './StepDetails';
import { StepList } from './StepList';
import classes from './Steps.module.css';
import { useTest, useTesting } from './testContext';

/** The way of the message: its steps, and what one of them did. */
export function StepsTab({ chainId }: { readonly chainId: string }) {
  const { t } = useTranslation();
  const { commands } = useTesting();
  const run = useTest((state) => state.run);
  const index = useTest((state) => state.step);
  const stale = useTest((state) => state.stale);
  const draft = useTest((state) => state.draft);
  const openCase = useTest((state) => state.openCase);
  const [saving, setSaving] = useState(false);

  if (run === undefined) {
    return (
      <Text size="sm" c="dimmed">
        {t('chainTest.notRun')}
      </Text>
    );
  }
  const { report } = run;
  const step = report.steps[index];
  return (
    <div className={classes.steps}>
      <div className={classes.summary}>
        <Verdict report={report} />
        <Button
          variant="default"
          size="xs"
          disabled={stale || run.draft !== draft}
          onClick={() => setSaving(true)}
        >
          {t(openCase === undefined ? 'chainTest.saveCase' : 'chainTest.changeCase')}
        </Button>
      </div>
      <div role="status">
        {(stale || run.draft !== draft) && (
          <Alert color="yellow" variant="light" py={6}>
            {t(stale ? 'chainTest.stale' : 'chainTest.messageChanged')}
          </Alert>
        )}
      </div>
      <div className={classes.columns}>
        <StepList report={report} chainId={chainId} shown={index} onSelect={commands.select} />
        {step !== undefined && <StepDetails key={index} step={step} report={report} />}
      </div>
      {saving && <CaseDialog chainId={chainId} run={run} onClose={() => setSaving(false)} />}
    </div>
  );
}

function Verdict({ report: { outcome, error, truncated } }: { readonly report: TestReport }) {
  const { t } = useTranslation();
  return (
    <div className={classes.verdict}>
      <strong data-failed={outcome === 'FAILED' || undefined}>
        {t(`chainTest.outcome.${outcome}`)}
      </strong>
      {error !== null && (
        <span>
          {error.nodeName === null
            ? error.message
            : t('chainTest.errorIn', { node: error.nodeName, message: error.message })}
        </span>
      )}
      {truncated && <span>{t('chainTest.truncated')}</span>}
    </div>
  );
}
