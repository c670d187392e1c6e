// SPDX-License-Identifier: Apache-2.0
import { Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { RecentDeliveries } from '../../components/message/RecentDeliveries';
import { WatchControl } from '../../components/message/WatchControl';
import type { NodeId } from '../../model/chain/document';
import { wayIn } from '../../model/path';
import { useChain } from './chainContext';

/** The latest messages of a node, and the switch that keeps the next ones with their contents. */
export function NodeMessages({ id }: { readonly id: NodeId }) {
  const { t } = useTranslation();
  const chainId = useChain((state) => state.chainId);
  const isSaved = useChain(({ saved }) => saved.nodes.has(id));
  return (
    <section aria-label={t('paths.recent')}>
      <Title order={3} size="h6" mb={6}>
        {t('paths.recent')}
      </Title>
      {isSaved ? (
        <>
          <WatchControl entityType="RULE_NODE" id={id} />
          <RecentDeliveries ruleNodeId={id} to={(delivery) => wayIn(chainId, delivery)} />
        </>
      ) : (
        <Text size="sm" c="dimmed">
          {t('watches.notSaved')}
        </Text>
      )}
    </section>
  );
}
