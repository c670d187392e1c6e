// SPDX-License-Identifier: Apache-2.0
import { useTranslation } from 'react-i18next';
import { NO_FILTER, type DeadLetterFilter } from '../../api/deadLetters';
import { ChoiceFilter, EntityFilter, Filters } from '../../components/filter/Filters';
import { TimeFilters } from '../../components/filter/TimeFilters';
import { TypedFilter } from '../../components/filter/TypedFilter';
import { QueueInput } from '../../components/nodeform/fields/QueueInput';
import { isFiltered, type OnFilter } from '../../model/filter';

interface LetterFiltersProps {
  readonly filter: DeadLetterFilter;
  readonly onFilter: OnFilter<DeadLetterFilter>;
}

/** The conditions of the list beside the search: message type, queue, rule chain and time. */
export function LetterFilters({ filter, onFilter }: LetterFiltersProps) {
  const { t } = useTranslation();
  return (
    <Filters
      title={t('deadLetters.filter.title')}
      isFiltered={isFiltered(filter)}
      onClear={() => onFilter(NO_FILTER, false)}
    >
      <TypedFilter
        label={t('deadLetters.filter.type')}
        placeholder={t('deadLetters.filter.typePlaceholder')}
        value={filter.messageType}
        onValue={(messageType) => onFilter({ messageType }, true)}
      />
      <ChoiceFilter
        label={t('deadLetters.filter.queue')}
        value={filter.queueName}
        placeholder={t('deadLetters.filter.anyQueue')}
        onValue={(queueName) => onFilter({ queueName }, false)}
        input={(choice) => <QueueInput {...choice} />}
      />
      <EntityFilter
        label={t('deadLetters.filter.chain')}
        entityType="RULE_CHAIN"
        value={filter.ruleChainId}
        placeholder={t('deadLetters.filter.anyChain')}
        onValue={(ruleChainId) => onFilter({ ruleChainId }, false)}
      />
      <TimeFilters span={filter} onChange={(part) => onFilter(part, true)} />
    </Filters>
  );
}
