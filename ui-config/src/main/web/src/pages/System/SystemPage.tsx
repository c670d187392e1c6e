// SPDX-License-Identifier: Apache-2.0
import { Anchor, Code, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Session } from '../../api/session';
import { CopyButton } from '../../components/CopyButton';
import { PageTitle } from '../../components/PageTitle';
import { Panel } from '../../components/Panel';
import { tenantCommands } from './commands';

/** What the administrator of the installation sees: the devices belong to tenants, which have no page yet. */
export function SystemPage({ session }: { readonly session: Session }) {
  const { t } = useTranslation();
  const commands = tenantCommands(new URL('.', document.baseURI).href, session.user);
  return (
    <Stack gap="md" maw={820}>
      <PageTitle title={t('system.title')} />
      <Text>{t('system.text')}</Text>
      <Panel
        title={t('system.tenants')}
        controls={<CopyButton text={commands} what={t('system.commands')} />}
      >
        <Stack gap="sm" p="md">
          <Text size="sm">{t('system.help')}</Text>
          {/* Focusable, because it scrolls sideways. */}
          <Code block tabIndex={0} role="region" aria-label={t('system.commands')}>
            {commands}
          </Code>
          <Text size="sm">{t('system.link')}</Text>
          <Group>
            <Anchor href="swagger-ui.html" size="sm">
              {t('system.reference')}
            </Anchor>
          </Group>
        </Stack>
      </Panel>
    </Stack>
  );
}
