// SPDX-License-Identifier: Apache-2.0
import { Alert, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { writeJson } from '../../../model/exactJson';
import { indented } from '../../../model/script/sample';
import { lineDiff } from '../../../model/test/lineDiff';
import type { StepMessage, TestReport, TestStep } from '../../../model/test/report';
import { DiffBlock } from './DiffBlock';
import { EffectText } from './EffectText';
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
        <Messages title={t('chainTest.input')} before={input} after={input} />
      )}
      {outputs.map((output, number) => (
        <Messages
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

interface MessagesProps {
  readonly title: string;
  readonly before: StepMessage;
  readonly after: StepMessage;
}

/** A message before and after a node; the same message twice is shown once. */
function Messages({ title, before, after }: MessagesProps) {
  const { t } = useTranslation();
  const data = lineDiff(indented(before.data), indented(after.data));
  const metadata = lineDiff(writeJson(before.metadata, 2), writeJson(after.metadata, 2));
  const once = before === after;
  return (
    <div className={classes.messages} data-once={once || undefined}>
      {!once && (
        <div className={classes.message}>
          <MessageHead title={t('chainTest.input')} message={before} />
          <DiffBlock label={t('chainTest.inputData')} lines={data.before} side="before" />
          <DiffBlock label={t('chainTest.inputMetadata')} lines={metadata.before} side="before" />
        </div>
      )}
      <div className={classes.message}>
        <MessageHead title={title} message={after} />
        <DiffBlock
          label={t(once ? 'chainTest.inputData' : 'chainTest.outputData')}
          lines={data.after}
          side="after"
        />
        <DiffBlock
          label={t(once ? 'chainTest.inputMetadata' : 'chainTest.outputMetadata')}
          lines={metadata.after}
          side="after"
        />
      </div>
    </div>
  );
}

function MessageHead({
  title,
  message,
}: {
  readonly title: string;
  readonly message: StepMessage;
}) {
  return (
    <Text size="sm">
      <strong>{title}</strong> <span className={classes.aside}>{message.msgType}</span>
    </Text>
  );
}
