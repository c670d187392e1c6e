// SPDX-License-Identifier: Apache-2.0
import { Group, Stack, Tabs, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PageTitle } from '../../components/PageTitle';
import type { Authority } from '../../model/jwt';
import { LedgerView } from './LedgerView';
import { QueuesView } from './QueuesView';
import { useMessagesAddress, VIEWS } from './useMessagesAddress';

/** What became of all messages, and where they wait. Administrators of the installation see the sums of all tenants. */
export function MessagesPage({ authority }: { readonly authority: Authority }) {
  const { t } = useTranslation();
  const { view, show } = useMessagesAddress();
  const seesAll = authority === 'SYS_ADMIN';
  return (
    <Stack gap="md">
      <Group gap="sm" align="baseline">
        <PageTitle title={t('messages.title')} />
        <Text size="sm" c="dimmed">
          {t('messages.refreshed')}
        </Text>
      </Group>
      {/* Only the view that is shown asks the server. */}
      <Tabs
        value={view}
        onChange={(next) => show({ view: VIEWS.find((each) => each === next) ?? 'ledger' })}
        keepMounted={false}
      >
        <Tabs.List aria-label={t('messages.tabs.label')}>
          {VIEWS.map((each) => (
            <Tabs.Tab key={each} value={each}>
              {t(`messages.tabs.${each}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="ledger" pt="md">
          <LedgerView seesAll={seesAll} />
        </Tabs.Panel>
        <Tabs.Panel value="queues" pt="md">
          <QueuesView seesAll={seesAll} />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  );
}
