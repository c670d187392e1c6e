// SPDX-License-Identifier: Apache-2.0
import { Alert, List } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Unanswered } from '../../api/schemas';

interface UnansweredNoteProps {
  readonly instances: readonly Unanswered[] | null | undefined;
}

/** Names the instances whose messages are missing in the numbers of the page. */
export function UnansweredNote({ instances }: UnansweredNoteProps) {
  const { t } = useTranslation();
  return instances === null || instances === undefined || instances.length === 0 ? null : (
    <Alert
      role="status"
      color="yellow"
      variant="light"
      title={t('messages.unanswered', { count: instances.length })}
    >
      <List size="sm">
        {instances.map(({ instance, reason }) => (
          <List.Item key={instance}>
            {t('messages.unansweredInstance', { instance, reason })}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
