// SPDX-License-Identifier: Apache-2.0
import { Alert } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { UnreachableError } from '../api/http';

interface ErrorNoteProps {
  readonly error: Error;
  /** Whether the place still shows what it knew before: then an outage is for the page to tell, once. */
  readonly stale?: boolean;
}

/** What went wrong, in the server's words where it had some. */
export function ErrorNote({ error, stale = false }: ErrorNoteProps) {
  const { t } = useTranslation();
  const unreachable = error instanceof UnreachableError;
  if (unreachable && stale) {
    return null;
  }
  return (
    <Alert role="alert" color={unreachable ? 'yellow' : 'red'} variant="light" py="xs">
      {unreachable ? t('errors.retrying', { message: t('errors.unreachable') }) : error.message}
    </Alert>
  );
}
