// SPDX-License-Identifier: Apache-2.0
import { Button, Group, Menu, Stack, Text } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { signOut, type Session } from '../api/session';
import { LANGUAGES } from '../i18n/language';
import { hasDrafts } from '../store/drafts';
import { Dialog } from './Dialog';
import { ChevronIcon, UserIcon } from './icons';
import { useLanguageChoice } from './useLanguageChoice';
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
          <Menu.Divider />
          <LanguageItems />
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

/** The languages of the UI. The menu stays open, so that a screen reader tells which one is chosen now. */
function LanguageItems() {
  const { t } = useTranslation();
  const { current, choose, failed } = useLanguageChoice();
  const id = useId();
  return (
    <div role="group" aria-labelledby={id}>
      <Menu.Label id={id}>{t('language.label')}</Menu.Label>
      {LANGUAGES.map(({ tag, name }) => (
        <Menu.RadioItem
          key={tag}
          value={tag}
          checked={tag === current}
          lang={tag}
          onChange={() => choose(tag)}
        >
          {name}
        </Menu.RadioItem>
      ))}
      {failed && (
        <Menu.Label role="alert" className={classes.label ?? ''}>
          {t('language.failed')}
        </Menu.Label>
      )}
    </div>
  );
}
