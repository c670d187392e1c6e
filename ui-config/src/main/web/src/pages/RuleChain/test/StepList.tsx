// SPDX-License-Identifier: Apache-2.0
import { useTranslation } from 'react-i18next';
import type { TestReport } from '../../../model/test/report';
import classes from './Steps.module.css';

interface StepListProps {
  readonly report: TestReport;
  readonly chainId: string;
  /** Index of the step that is shown. */
  readonly shown: number;
  readonly onSelect: (index: number) => void;
}

/** The steps of a run, in their order; each shows its node. */
export function StepList({ report, chainId, shown, onSelect }: StepListProps) {
  const { t } = useTranslation();
  return (
    <ol className={classes.list} aria-label={t('chainTest.tab.steps')}>
      {report.steps.map(({ index, nodeName, labels, durationMicros, error, ruleChainId }) => (
        <li key={index}>
          <button
            type="button"
            className={classes.step}
            aria-current={index === shown ? 'step' : undefined}
            data-failed={error !== null || undefined}
            onClick={() => onSelect(index)}
          >
            <span className={classes.number}>{index + 1}</span>
            <span className={classes.node}>
              {nodeName}
              {ruleChainId.id !== chainId && (
                <span className={classes.aside}> {t('chainTest.otherChain')}</span>
              )}
            </span>
            <span className={classes.leaves}>
              {labels.length === 0 ? t('chainTest.ends') : labels.join(', ')}
            </span>
            <span className={classes.aside}>
              {t('chainTest.took', { ms: (durationMicros / 1000).toFixed(2) })}
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}
