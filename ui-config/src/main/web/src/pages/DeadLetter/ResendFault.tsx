// SPDX-License-Identifier: Apache-2.0
import { Alert } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/http';
import { ErrorNote } from '../../components/ErrorNote';

/** Why the server did not send a message. */
export function ResendFault({ error }: { readonly error: Error }) {
  const { t } = useTranslation();
  const text =
    error instanceof ApiError && error.status === 409
      ? t('deadLetters.letter.busy')
      : error instanceof ApiError && error.status === 503
        ? t('deadLetters.letter.noRoom')
        : error instanceof ApiError && error.status === 404
          ? t('deadLetters.letter.gone')
          : undefined;
  return text === undefined ? (
    <ErrorNote error={error} />
  ) : (
    <Alert role="alert" color="yellow" variant="light" py="xs">
      {text}
    </Alert>
  );
}
