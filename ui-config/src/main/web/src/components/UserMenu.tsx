// SPDX-License-Identifier: Apache-2.0
import { Button, Group, Menu, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { signOut, type Session } from '../api/session';
import { hasDrafts } from '../store/drafts';
import { Dialog } from './Dialog';
import { ChevronIcon, UserIcon } from './icons';
import classes from './UserMenu.module.css';

/** The user's e-mail address, with what the user can do about the own account. */
export function UserMenu({ session }: { readonly session: Session }) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);

  const leave = () => {
    if (hasDrafts(session.userId)) {
      setAsking(true);
    } else {
      signOut();
    }
  };
  return (
    <>
      <Menu position="bottom-end" width={200}>
        <Menu.Target>
          <Button
            variant="default"
            size="xs"
            className={classes.button ?? ''}
            title={session.user}
            rightSection={<ChevronIcon />}
          >
            <span className={classes.icon}>
              <UserIcon />
            </span>
            <span className={classes.email}>{session.user}</span>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label className={classes.label ?? ''}>{session.user}</Menu.Label>
          <Menu.Item component={Link} to="/account">
            {t('userMenu.account')}
          </Menu.Item>
          <Menu.Item onClick={leave}>{t('userMenu.signOut')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {asking && (
        <Dialog title={t('userMenu.draftsTitle')} onClose={() => setAsking(false)}>
          <Stack gap="md">
            <Text size="sm">{t('userMenu.draftsText')}</Text>
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={() => setAsking(false)} data-autofocus>
                {t('common.cancel')}
              </Button>
              <Button color="red" onClick={signOut}>
                {t('userMenu.signOut')}
              </Button>
            </Group>
          </Stack>
        </Dialog>
      )}
    </>
  );
}
