// SPDX-License-Identifier: Apache-2.0
import { Alert } from '@mantine/core';
import { UnreachableError } from '../api/http';

/** What went wrong, in the server's words where it had some. */
export function ErrorNote({ error }: { readonly error: Error }) {
  const unreachable = error instanceof UnreachableError;
  return (
    <Alert role="alert" color={unreachable ? 'yellow' : 'red'} variant="light" py="xs">
      {unreachable ? `${error.message} Trying again …` : error.message}
    </Alert>
  );
}
