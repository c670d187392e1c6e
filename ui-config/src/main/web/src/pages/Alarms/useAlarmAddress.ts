// SPDX-License-Identifier: Apache-2.0
import {
  SEARCH_STATUSES,
  SEVERITIES,
  SORT_PROPERTIES,
  type AlarmFilter,
  type SortProperty,
} from '../../api/alarms';
import { useFilteredList, type FilteredList } from '../../components/filter/useFilteredList';
import { pageIn } from '../../model/address';

export type AlarmListState = FilteredList<AlarmFilter, SortProperty>;

const NEWEST_FIRST = '-createdTime';

export const useAlarmAddress = () => useFilteredList(stateIn, paramsOf);

export function stateIn(params: URLSearchParams): AlarmListState {
  const sort = params.get('sort') ?? '';
  const known = SORT_PROPERTIES.find((each) => each === sort.replace(/^-/, ''));
  return {
    filter: {
      textSearch: params.get('search') ?? '',
      statusList: SEARCH_STATUSES.filter((each) => params.getAll('status').includes(each)),
      severityList: SEVERITIES.filter((each) => params.getAll('severity').includes(each)),
      typeList: params.getAll('type'),
      startTime: timeIn(params.get('from')),
      endTime: timeIn(params.get('to')),
    },
    page: pageIn(params),
    sortProperty: known ?? 'createdTime',
    descending: known === undefined || sort.startsWith('-'),
  };
}

export function paramsOf({
  filter,
  page,
  sortProperty,
  descending,
}: AlarmListState): URLSearchParams {
  const sort = `${descending ? '-' : ''}${sortProperty}`;
  return new URLSearchParams([
    ...(filter.textSearch === '' ? [] : [['search', filter.textSearch]]),
    ...filter.statusList.map((each) => ['status', each]),
    ...filter.severityList.map((each) => ['severity', each]),
    ...filter.typeList.map((each) => ['type', each]),
    ...(filter.startTime === undefined ? [] : [['from', String(filter.startTime)]]),
    ...(filter.endTime === undefined ? [] : [['to', String(filter.endTime)]]),
    ...(sort === NEWEST_FIRST ? [] : [['sort', sort]]),
    ...(page > 0 ? [['page', String(page + 1)]] : []),
  ]);
}

function timeIn(text: string | null): number | undefined {
  return text !== null && /^\d{1,14}$/.test(text) ? Number(text) : undefined;
}

/** True if the filter has a condition. */
export function isFiltered(filter: AlarmFilter): boolean {
  return Object.values(filter).some((value: string | number | readonly string[] | undefined) =>
    typeof value === 'object' ? value.length > 0 : value !== undefined && value !== '',
  );
}

/** True if the filter ends before it starts. */
export function isReversed({ startTime, endTime }: AlarmFilter): boolean {
  return startTime !== undefined && endTime !== undefined && endTime < startTime;
}
