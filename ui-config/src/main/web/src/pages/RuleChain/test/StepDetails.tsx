// SPDX-License-Identifier: Apache-2.0
import { Alert, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { TestReport, TestStep } from '../../../model/test/report';
import { EffectText } from './EffectText';
import { MessageDiff } from './MessageDiff';
import classes from './Steps.module.css';

interface StepDetailsProps {
  readonly step: TestStep;
  readonly report: TestReport;
}

/** Input, outputs and effects of a step; the lines in which input and output differ are marked. */
export function StepDetails({ step, report }: StepDetailsProps) {
  const { t } = useTranslation();
  const { nodeName, index, input, outputs, error, labels } = step;
  const effects = report.effects.filter(({ nodeId }) => nodeId.id === step.nodeId.id);
  return (
    <section
      className={classes.details}
      aria-label={t('chainTest.stepTitle', { number: index + 1, name: nodeName })}
    >
      <Text size="sm" fw={600}>
        {t('chainTest.stepTitle', { number: index + 1, name: nodeName })}
        {labels.length > 0 && ` → ${labels.join(', ')}`}
      </Text>
      {error !== null && (
        <Alert color="red" variant="light" py={6}>
          {error}
        </Alert>
      )}
      {effects.length > 0 && (
        <ul className={classes.effects} aria-label={t('chainTest.effects')}>
          {effects.map((effect, number) => (
            <li key={number}>
              <EffectText effect={effect} />
            </li>
          ))}
        </ul>
      )}
      {outputs.length === 0 && (
        <MessageDiff title={t('chainTest.input')} before={input} after={input} />
      )}
      {outputs.map((output, number) => (
        <MessageDiff
          key={number}
          title={
            outputs.length === 1
              ? t('chainTest.output')
              : t('chainTest.outputNumber', { number: number + 1, count: outputs.length })
          }
          before={input}
          after={output}
        />
      ))}
    </section>
  );
}
