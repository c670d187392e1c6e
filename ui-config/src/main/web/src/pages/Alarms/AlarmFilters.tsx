// SPDX-License-Identifier: Apache-2.0
import { Button, MultiSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  listAlarmTypes,
  NO_FILTER,
  SEARCH_STATUSES,
  SEVERITIES,
  type AlarmFilter,
} from '../../api/alarms';
import type { OnFilter } from '../../model/filter';
import { inputText } from '../../model/range';
import classes from './Alarms.module.css';
import { isFiltered, isReversed } from './useAlarmAddress';

const MINUTE_MS = 60_000;

interface AlarmFiltersProps {
  readonly filter: AlarmFilter;
  readonly onFilter: OnFilter<AlarmFilter>;
}

/** The conditions of the list beside the search: status, severity, type and time. */
export function AlarmFilters({ filter, onFilter }: AlarmFiltersProps) {
  const { t } = useTranslation();
  const { data: types = [] } = useQuery({
    queryKey: ['alarms', 'types'],
    queryFn: ({ signal }) => listAlarmTypes(signal),
  });
  const { startTime, endTime, statusList, severityList, typeList } = filter;
  return (
    <section aria-label={t('alarms.filter.title')} className={classes.filters}>
      <MultiSelect
        label={t('alarms.filter.status')}
        placeholder={statusList.length === 0 ? t('alarms.filter.anyStatus') : ''}
        data={SEARCH_STATUSES.map((value) => ({
          value: value as string,
          label: t(`alarms.filter.statuses.${value}`),
        }))}
        value={[...statusList]}
        onChange={(chosen) =>
          onFilter({ statusList: SEARCH_STATUSES.filter((each) => chosen.includes(each)) }, false)
        }
      />
      <MultiSelect
        label={t('alarms.filter.severity')}
        placeholder={severityList.length === 0 ? t('alarms.filter.anySeverity') : ''}
        data={SEVERITIES.map((value) => ({
          value: value as string,
          label: t(`alarms.severities.${value}`),
        }))}
        value={[...severityList]}
        onChange={(chosen) =>
          onFilter({ severityList: SEVERITIES.filter((each) => chosen.includes(each)) }, false)
        }
      />
      <MultiSelect
        label={t('alarms.filter.type')}
        placeholder={typeList.length === 0 ? t('alarms.filter.anyType') : ''}
        searchable
        data={[...new Set([...types, ...typeList])]}
        value={[...typeList]}
        onChange={(chosen) => onFilter({ typeList: chosen }, false)}
      />
      <TextInput
        type="datetime-local"
        label={t('alarms.filter.from')}
        value={startTime === undefined ? '' : inputText(startTime)}
        onChange={({ currentTarget: { value } }) => onFilter({ startTime: timeOf(value) }, true)}
      />
      <TextInput
        type="datetime-local"
        label={t('alarms.filter.to')}
        value={endTime === undefined ? '' : inputText(endTime)}
        error={isReversed(filter) ? t('alarms.filter.reversed') : undefined}
        onChange={({ currentTarget: { value } }) => {
          const minute = timeOf(value);
          // The whole minute is meant.
          const end = minute === undefined ? undefined : minute + MINUTE_MS - 1;
          onFilter({ endTime: end }, true);
        }}
      />
      <Button
        variant="subtle"
        disabled={!isFiltered(filter)}
        onClick={() => onFilter(NO_FILTER, false)}
      >
        {t('alarms.filter.clear')}
      </Button>
    </section>
  );
}

function timeOf(text: string): number | undefined {
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}
