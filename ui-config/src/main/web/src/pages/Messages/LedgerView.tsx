// SPDX-License-Identifier: Apache-2.0
import { Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { readLedger, readRootRuleChain } from '../../api/messages';
import { ErrorNote } from '../../components/ErrorNote';
import { Pager } from '../../components/Pager';
import { nextReading, PLACES, SOURCES, sum, type Reading } from '../../model/ledger';
import { exactTime } from '../../model/time';
import { CountList } from './CountList';
import { InstancesPanel } from './InstancesPanel';
import { LedgerTable } from './LedgerTable';
import classes from './Messages.module.css';
import { UnansweredNote } from './UnansweredNote';
import { useMessagesAddress } from './useMessagesAddress';

const KEY = ['ledger'] as const;
const REFRESH_MS = 2_000;
const ROOT_STALE_MS = 30_000;
const PAGE_SIZE = 50;

/** The ledger as a balance sheet: one row for each rule chain, and what their sum consists of. */
export function LedgerView({ seesAll }: { readonly seesAll: boolean }) {
  const { t } = useTranslation();
  const { page, show } = useMessagesAddress(seesAll);
  const { data: reading, error } = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal, client }) => {
      const ledger = await readLedger(signal);
      return nextReading(client.getQueryData<Reading>(KEY), ledger, Date.now());
    },
    refetchInterval: REFRESH_MS,
  });
  const { data: root } = useQuery({
    queryKey: ['rootRuleChain'],
    queryFn: async ({ signal }) => (await readRootRuleChain(signal)) ?? null,
    enabled: !seesAll,
    staleTime: ROOT_STALE_MS,
  });
  if (reading === undefined) {
    return error === null ? <Skeleton height={280} /> : <ErrorNote error={error} />;
  }
  const { ledger } = reading;
  // The rows of all tenants' chains say nothing to whom may not see the chains.
  const lines = seesAll ? [] : ledger.chains;
  const pages = Math.ceil(lines.length / PAGE_SIZE);
  const shown = Math.min(page, Math.max(0, pages - 1));
  return (
    <Stack gap="md">
      {error !== null && <ErrorNote error={error} />}
      <UnansweredNote instances={ledger.unanswered} />
      <Text size="sm" c="dimmed">
        {t(seesAll ? 'messages.ledger.captionAll' : 'messages.ledger.caption')}{' '}
        {t('messages.ledger.since', { time: exactTime(ledger.since).slice(0, 19) })}
      </Text>
      <LedgerTable
        reading={reading}
        lines={lines.slice(shown * PAGE_SIZE, (shown + 1) * PAGE_SIZE)}
        rootChainId={root?.id.id}
      />
      <Pager pages={pages} page={shown} onPage={(number) => show({ page: number })} />
      {sum(ledger.total.takenIn) === 0 && (
        <Stack align="center" gap={4} py="md">
          <Text fw={600}>{t('messages.ledger.empty')}</Text>
          <Text c="dimmed">{t('messages.ledger.emptyHelp')}</Text>
        </Stack>
      )}
      <div className={classes.lists}>
        <CountList
          title={t('messages.ledger.bySource')}
          counts={ledger.total.takenIn}
          names={SOURCES.map((source) => [source, t(`messages.ledger.sources.${source}`)])}
        />
        <CountList
          title={t('messages.ledger.byPlace')}
          counts={ledger.total.inFlight}
          names={PLACES.map((place) => [place, t(`messages.ledger.places.${place}`)])}
        />
      </div>
      {ledger.instances.length > 1 && <InstancesPanel instances={ledger.instances} />}
    </Stack>
  );
}
