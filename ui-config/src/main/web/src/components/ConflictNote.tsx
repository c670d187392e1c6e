// SPDX-License-Identifier: Apache-2.0
import { Alert, Button, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/http';
import { ErrorNote } from './ErrorNote';

interface ConflictNoteProps {
  readonly error: Error | null;
  /** What was changed meanwhile, as a sentence. */
  readonly text: string;
  readonly loading: boolean;
  /** Reads the present state, which replaces what the user has entered. */
  readonly onReload: () => void;
}

/** Why a change was not saved. If another change came first, it offers to read the present state. */
export function ConflictNote({ error, text, loading, onReload }: ConflictNoteProps) {
  const { t } = useTranslation();
  if (error === null) {
    return null;
  }
  if (!(error instanceof ApiError) || error.status !== 409) {
    return <ErrorNote error={error} />;
  }
  return (
    <Alert role="alert" color="yellow" variant="light" py="xs">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{text}</Text>
        <Button variant="default" size="compact-sm" loading={loading} onClick={onReload}>
          {t('device.conflict.reload')}
        </Button>
      </Stack>
    </Alert>
  );
}
