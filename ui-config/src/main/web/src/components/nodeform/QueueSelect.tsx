// SPDX-License-Identifier: Apache-2.0
import { Stack, Text } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { QueueInput } from './fields/QueueInput';
import { helpId } from './formState';
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
        invalid={false}
        describedBy={helpId(id)}
      />
      <Text id={helpId(id)} size="xs" c="dimmed">
        {t('nodeForm.queue.help')}
      </Text>
    </Stack>
  );
}
