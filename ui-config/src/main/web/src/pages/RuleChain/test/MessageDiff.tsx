// SPDX-License-Identifier: Apache-2.0
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { writeJson } from '../../../model/exactJson';
import { indented } from '../../../model/script/sample';
import { lineDiff } from '../../../model/test/lineDiff';
import type { StepMessage } from '../../../model/test/report';
import { DiffBlock } from './DiffBlock';
import classes from './Steps.module.css';

type ShownMessage = Pick<StepMessage, 'msgType' | 'data' | 'metadata'>;

interface MessageDiffProps {
  readonly title: string;
  readonly before: ShownMessage;
  readonly after: ShownMessage;
}

/** A message before and after a node; the same message twice is shown once. */
export function MessageDiff({ title, before, after }: MessageDiffProps) {
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
  readonly message: ShownMessage;
}) {
  return (
    <Text size="sm">
      <strong>{title}</strong> <span className={classes.aside}>{message.msgType}</span>
    </Text>
  );
}
