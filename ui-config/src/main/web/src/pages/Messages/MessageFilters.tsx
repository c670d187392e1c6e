// SPDX-License-Identifier: Apache-2.0
import { Button, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { NO_MESSAGE_FILTER, type MessageFilter } from '../../api/paths';
import { readMetadata } from '../../api/ruleChains';
import { NO_TEXTS, withCurrent } from '../../components/nodeform/fields/choice';
import { ListedEntityInput } from '../../components/nodeform/fields/EntityInput';
import { fromMetadata } from '../../model/chain/metadata';
import { inputText } from '../../model/range';
import classes from './Messages.module.css';
import { TypedFilter } from './TypedFilter';
import { isFiltered, isNoId, isReversed, OUTCOMES, REASONS } from './useSearchAddress';

const MINUTE_MS = 60_000;
const FRESH_MS = 30_000;

interface MessageFiltersProps {
  readonly filter: MessageFilter;
  /** @param again whether the filter replaces the one before in the history, as each key stroke does */
  readonly onFilter: (filter: MessageFilter, again: boolean) => void;
}

/** The conditions of a search for messages. */
export function MessageFilters({ filter, onFilter }: MessageFiltersProps) {
  const { t } = useTranslation();
  const id = useId();
  // Typed conditions apply after a pause. Two that end in one moment must not undo each other.
  const latest = useRef(filter);
  useEffect(() => {
    latest.current = filter;
  }, [filter]);
  const change = (part: Partial<MessageFilter>, again = false) => {
    latest.current = { ...latest.current, ...part };
    onFilter(latest.current, again);
  };
  return (
    <section aria-label={t('messageSearch.filter.title')} className={classes.filters}>
      <div>
        <label htmlFor={`${id}-device`} className={classes.label}>
          {t('messageSearch.filter.device')}
        </label>
        <ListedEntityInput
          id={`${id}-device`}
          entityType="DEVICE"
          value={filter.deviceId || null}
          placeholder={t('messageSearch.filter.any')}
          onChange={(deviceId) => change({ deviceId: deviceId ?? '' })}
          clearable
          readOnly={false}
          texts={NO_TEXTS}
        />
      </div>
      <div>
        <label htmlFor={`${id}-chain`} className={classes.label}>
          {t('messageSearch.filter.chain')}
        </label>
        <ListedEntityInput
          id={`${id}-chain`}
          entityType="RULE_CHAIN"
          value={filter.ruleChainId || null}
          placeholder={t('messageSearch.filter.any')}
          onChange={(ruleChainId) => change({ ruleChainId: ruleChainId ?? '', ruleNodeId: '' })}
          clearable
          readOnly={false}
          texts={NO_TEXTS}
        />
      </div>
      <NodeFilter
        chainId={filter.ruleChainId}
        nodeId={filter.ruleNodeId}
        onNode={(ruleNodeId) => change({ ruleNodeId })}
      />
      <Select
        label={t('messageSearch.filter.reason')}
        classNames={{ label: classes.label ?? '' }}
        placeholder={t('messageSearch.filter.any')}
        clearable
        data={REASONS.map((value) => ({ value, label: t(`paths.reasons.${value}`) }))}
        value={filter.reason || null}
        onChange={(value) => change({ reason: REASONS.find((each) => each === value) ?? '' })}
      />
      <Select
        label={t('messageSearch.filter.outcome')}
        classNames={{ label: classes.label ?? '' }}
        placeholder={t('messageSearch.filter.any')}
        clearable
        data={OUTCOMES.map((value) => ({ value, label: t(`paths.outcomes.${value}`) }))}
        value={filter.outcome || null}
        onChange={(value) => change({ outcome: OUTCOMES.find((each) => each === value) ?? '' })}
      />
      <TypedFilter
        label={t('messageSearch.filter.type')}
        value={filter.type}
        onValue={(type) => change({ type }, true)}
      />
      <TypedFilter
        label={t('messageSearch.filter.message')}
        value={filter.messageId}
        error={isNoId(filter) ? t('messageSearch.filter.noId') : undefined}
        onValue={(messageId) => change({ messageId }, true)}
      />
      <TimeFilters filter={filter} onChange={(part) => change(part, true)} />
      <Button
        variant="subtle"
        disabled={!isFiltered(filter)}
        onClick={() => onFilter(NO_MESSAGE_FILTER, false)}
      >
        {t('deadLetters.filter.clear')}
      </Button>
    </section>
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

interface TimeFiltersProps {
  readonly filter: MessageFilter;
  readonly onChange: (part: Pick<MessageFilter, 'startTime' | 'endTime'>) => void;
}

function TimeFilters({ filter, onChange }: TimeFiltersProps) {
  const { t } = useTranslation();
  const { startTime, endTime } = filter;
  return (
    <>
      <TextInput
        type="datetime-local"
        label={t('deadLetters.filter.from')}
        classNames={{ label: classes.label ?? '' }}
        value={startTime === undefined ? '' : inputText(startTime)}
        onChange={({ currentTarget: { value } }) => onChange({ startTime: timeOf(value) })}
      />
      <TextInput
        type="datetime-local"
        label={t('deadLetters.filter.to')}
        classNames={{ label: classes.label ?? '' }}
        value={endTime === undefined ? '' : inputText(endTime)}
        error={isReversed(filter) ? t('deadLetters.filter.reversed') : undefined}
        onChange={({ currentTarget: { value } }) => {
          const minute = timeOf(value);
          // The whole minute is meant.
          onChange({ endTime: minute === undefined ? undefined : minute + MINUTE_MS - 1 });
        }}
      />
    </>
  );
}

function timeOf(text: string): number | undefined {
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}
