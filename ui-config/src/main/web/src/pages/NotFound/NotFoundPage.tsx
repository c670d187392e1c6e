// SPDX-License-Identifier: Apache-2.0
import { Anchor, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PageTitle } from '../../components/PageTitle';

export function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageTitle title={t('notFound.title')} />
      <Text mt="sm">
        {t('notFound.text')}{' '}
        <Anchor component={Link} to="/" underline="always">
          {t('notFound.firstPage')}
        </Anchor>
      </Text>
    </>
  );
}
