// SPDX-License-Identifier: Apache-2.0
import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { readAccount, type Account } from '../../api/account';
import type { Session } from '../../api/session';
import { ErrorNote } from '../../components/ErrorNote';
import { PageTitle } from '../../components/PageTitle';
import { Panel } from '../../components/Panel';
import classes from './AccountPage.module.css';
import { ChangePassword } from './ChangePassword';

/** The user's own account. */
export function AccountPage({ session }: { readonly session: Session }) {
  const { t } = useTranslation();
  const { data: account, error } = useQuery({
    queryKey: ['account'],
    queryFn: ({ signal }) => readAccount(signal),
  });
  return (
    <Stack gap="md" maw={560}>
      <PageTitle title={t('account.title')} />
      <Panel title={t('account.user')}>
        {account !== undefined && <Details account={account} />}
        {account === undefined && error === null && <Skeleton height={110} />}
        {error !== null && <ErrorNote error={error} stale={account !== undefined} />}
      </Panel>
      <Panel title={t('account.changePassword')}>
        <ChangePassword username={session.user} />
      </Panel>
    </Stack>
  );
}

function Details({ account }: { readonly account: Account }) {
  const { t } = useTranslation();
  const { firstName, lastName, email, authority } = account;
  const name = [firstName, lastName].filter((part) => part !== null && part !== '').join(' ');
  return (
    <dl className={classes.details}>
      <dt>{t('account.name')}</dt>
      <dd>{name === '' ? <span className={classes.none}>{t('account.noName')}</span> : name}</dd>
      <dt>{t('account.email')}</dt>
      <dd>{email}</dd>
      <dt>{t('account.role')}</dt>
      <dd>{t(`account.roles.${authority}`)}</dd>
    </dl>
  );
}
