// SPDX-License-Identifier: Apache-2.0
import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { NO_MESSAGE_FILTER, type MessageFilter } from '../../api/paths';
import { readMetadata } from '../../api/ruleChains';
import classes from '../../components/filter/Filter.module.css';
import { EntityFilter, Filters } from '../../components/filter/Filters';
import { TimeFilters } from '../../components/filter/TimeFilters';
import { TypedFilter } from '../../components/filter/TypedFilter';
import { withCurrent } from '../../components/nodeform/fields/choice';
import { fromMetadata } from '../../model/chain/metadata';
import { isFiltered, type OnFilter } from '../../model/filter';
import { isNoId, OUTCOMES, REASONS } from './useSearchAddress';

const FRESH_MS = 30_000;

interface MessageFiltersProps {
  readonly filter: MessageFilter;
  readonly onFilter: OnFilter<MessageFilter>;
}

/** The conditions of a search for messages. */
export function MessageFilters({ filter, onFilter }: MessageFiltersProps) {
  const { t } = useTranslation();
  return (
    <Filters
      title={t('messageSearch.filter.title')}
      isFiltered={isFiltered(filter)}
      onClear={() => onFilter(NO_MESSAGE_FILTER, false)}
    >
      <EntityFilter
        label={t('messageSearch.filter.device')}
        entityType="DEVICE"
        value={filter.deviceId}
        placeholder={t('messageSearch.filter.any')}
        onValue={(deviceId) => onFilter({ deviceId }, false)}
      />
      <EntityFilter
        label={t('messageSearch.filter.chain')}
        entityType="RULE_CHAIN"
        value={filter.ruleChainId}
        placeholder={t('messageSearch.filter.any')}
        onValue={(ruleChainId) => onFilter({ ruleChainId, ruleNodeId: '' }, false)}
      />
      <NodeFilter
        chainId={filter.ruleChainId}
        nodeId={filter.ruleNodeId}
        onNode={(ruleNodeId) => onFilter({ ruleNodeId }, false)}
      />
      <Select
        label={t('messageSearch.filter.reason')}
        classNames={{ label: classes.label ?? '' }}
        placeholder={t('messageSearch.filter.any')}
        clearable
        data={REASONS.map((value) => ({ value, label: t(`paths.reasons.${value}`) }))}
        value={filter.reason || null}
        onChange={(value) =>
          onFilter({ reason: REASONS.find((each) => each === value) ?? '' }, false)
        }
      />
      <Select
        label={t('messageSearch.filter.outcome')}
        classNames={{ label: classes.label ?? '' }}
        placeholder={t('messageSearch.filter.any')}
        clearable
        data={OUTCOMES.map((value) => ({ value, label: t(`paths.outcomes.${value}`) }))}
        value={filter.outcome || null}
        onChange={(value) =>
          onFilter({ outcome: OUTCOMES.find((each) => each === value) ?? '' }, false)
        }
      />
      <TypedFilter
        label={t('messageSearch.filter.type')}
        value={filter.type}
        onValue={(type) => onFilter({ type }, true)}
      />
      <TypedFilter
        label={t('messageSearch.filter.message')}
        value={filter.messageId}
        error={isNoId(filter) ? t('messageSearch.filter.noId') : undefined}
        onValue={(messageId) => onFilter({ messageId }, true)}
      />
      <TimeFilters span={filter} onChange={(part) => onFilter(part, true)} />
    </Filters>
  );
}

interface NodeFilterProps {
  /** Empty if none is chosen: then there is no node to choose. */
  readonly chainId: string;
  readonly nodeId: string;
  readonly onNode: (id: string) => void;
}

function NodeFilter({ chainId, nodeId, onNode }: NodeFilterProps) {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: ['nodesOf', chainId],
    queryFn: ({ signal }) => readMetadata(chainId, signal),
    enabled: chainId !== '',
    staleTime: FRESH_MS,
    retry: false,
  });
  const options =
    data === undefined
      ? []
      : [...fromMetadata(data).nodes.values()].map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Select
      label={t('messageSearch.filter.node')}
      classNames={{ label: classes.label ?? '' }}
      placeholder={t(
        chainId === '' ? 'messageSearch.filter.chainFirst' : 'messageSearch.filter.any',
      )}
      searchable
      clearable
      disabled={chainId === '' && nodeId === ''}
      data={withCurrent(options, nodeId || null, (id) => id)}
      value={nodeId || null}
      onChange={(value) => onNode(value ?? '')}
    />
  );
}
