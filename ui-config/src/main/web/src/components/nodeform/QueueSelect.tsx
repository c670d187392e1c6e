// SPDX-License-Identifier: Apache-2.0
import { Stack } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { NO_TEXTS } from './fields/choice';
import { QueueInput } from './fields/QueueInput';
import classes from './NodeForm.module.css';

interface QueueSelectProps {
  /** Name of the queue; null for the queue of the message. */
  readonly value: string | null;
  readonly onChange: (queueName: string | null) => void;
  readonly readOnly?: boolean;
}

/** The queue of a node whose type has one. It is a property of the node, not of its configuration. */
export function QueueSelect({ value, onChange, readOnly = false }: QueueSelectProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <Stack gap={4}>
      <label htmlFor={id} className={classes.label}>
        {t('nodeForm.queue.label')}
      </label>
      <QueueInput
        id={id}
        value={value}
        onChange={onChange}
        clearable
        readOnly={readOnly}
        texts={{ ...NO_TEXTS, description: t('nodeForm.queue.help') }}
      />
    </Stack>
  );
}
