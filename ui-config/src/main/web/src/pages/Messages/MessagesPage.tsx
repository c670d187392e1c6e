// SPDX-License-Identifier: Apache-2.0
import { Group, Stack, Tabs, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PageTitle } from '../../components/PageTitle';
import type { Authority } from '../../model/jwt';
import { LedgerView } from './LedgerView';
import { QueuesView } from './QueuesView';
import { SearchView } from './SearchView';
import { useMessagesAddress, viewsOf } from './useMessagesAddress';

/** Which messages there were, what became of all, and where they wait. Administrators of the installation see the sums of all tenants. */
export function MessagesPage({ authority }: { readonly authority: Authority }) {
  const { t } = useTranslation();
  const seesAll = authority === 'SYS_ADMIN';
  const views = viewsOf(seesAll);
  const { view, show } = useMessagesAddress(seesAll);
  return (
    <Stack gap="md">
      <Group gap="sm" align="baseline">
        <PageTitle title={t('messages.title')} />
        {view !== 'search' && (
          <Text size="sm" c="dimmed">
            {t('messages.refreshed')}
          </Text>
        )}
      </Group>
      {/* Only the view that is shown asks the server. */}
      <Tabs
        value={view}
        onChange={(next) => show({ view: views.find((each) => each === next) ?? view })}
        keepMounted={false}
      >
        <Tabs.List aria-label={t('messages.tabs.label')}>
          {views.map((each) => (
            <Tabs.Tab key={each} value={each}>
              {t(`messages.tabs.${each}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {!seesAll && (
          <Tabs.Panel value="search" pt="md">
            <SearchView />
          </Tabs.Panel>
        )}
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
