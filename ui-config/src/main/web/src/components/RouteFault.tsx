// SPDX-License-Identifier: Apache-2.0
import { Button, Code, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PageTitle } from './PageTitle';

/** Instead of a page that has failed. */
export function RouteFault({ error }: { readonly error: Error }) {
  const { t } = useTranslation();
  // Browsers word it differently; all of them name the module.
  const isMissingPart = /module|import/i.test(error.message) && error instanceof TypeError;
  return (
    <Stack gap="sm" align="flex-start" maw={640}>
      <PageTitle title={t('errorPage.title')} />
      <Text>{t(isMissingPart ? 'errorPage.outdated' : 'errorPage.text')}</Text>
      <Code block>{t('errorPage.details', { message: error.message })}</Code>
      <Button onClick={() => window.location.reload()}>{t('errorPage.reload')}</Button>
    </Stack>
  );
}
