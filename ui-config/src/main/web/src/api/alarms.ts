// SPDX-License-Identifier: Apache-2.0
import type * as schemas from './schemas';
import { authorized } from './session';
import type { Answer, Page } from './types';

export type Alarm = Answer<schemas.AlarmInfo>;
export type AlarmSeverity = Alarm['severity'];
export type AlarmStatus = Alarm['status'];
/** What a user or Millrace has written about an alarm. */
export type AlarmComment = Answer<schemas.AlarmCommentInfo>;
/** A user to whom an alarm can be assigned. */
export type Assignee = Answer<schemas.UserInfo>;

/** From the most to the least severe. */
export const SEVERITIES = [
  'CRITICAL',
  'MAJOR',
  'MINOR',
  'WARNING',
  'INDETERMINATE',
] as const satisfies readonly AlarmSeverity[];

export const SEARCH_STATUSES = ['ACTIVE', 'CLEARED', 'ACK', 'UNACK'] as const;
export type SearchStatus = (typeof SEARCH_STATUSES)[number];

export const SORT_PROPERTIES = ['createdTime', 'severity', 'type', 'originatorName'] as const;
export type SortProperty = (typeof SORT_PROPERTIES)[number];

/** Which alarms are meant; an empty text or list and an absent time are no condition. */
export interface AlarmFilter {
  /** In the type, the severity or the name of the originator. */
  readonly textSearch: string;
  readonly statusList: readonly SearchStatus[];
  readonly severityList: readonly AlarmSeverity[];
  readonly typeList: readonly string[];
  /** Milliseconds since 1970, inclusive, as is the end. */
  readonly startTime: number | undefined;
  readonly endTime: number | undefined;
}

export const NO_FILTER: AlarmFilter = {
  textSearch: '',
  statusList: [],
  severityList: [],
  typeList: [],
  startTime: undefined,
  endTime: undefined,
};

export interface AlarmListRequest {
  readonly pageSize: number;
  /** Counted from 0. */
  readonly page: number;
  readonly sortProperty?: SortProperty;
  readonly descending?: boolean;
  readonly filter?: AlarmFilter;
}

/** The alarms that the user may see. */
export function listAlarms(request: AlarmListRequest, signal?: AbortSignal): Promise<Page<Alarm>> {
  return authorized(`api/v2/alarms?${queryOf(request)}`, { signal });
}

/** The alarms that are shown at a device: its own, and those that are propagated to it. */
export function listDeviceAlarms(
  deviceId: string,
  request: AlarmListRequest,
  signal?: AbortSignal,
): Promise<Page<Alarm>> {
  const path = `api/v2/alarm/DEVICE/${encodeURIComponent(deviceId)}`;
  return authorized(`${path}?${queryOf(request)}`, { signal });
}

function queryOf({
  pageSize,
  page,
  sortProperty = 'createdTime',
  descending = true,
  filter = NO_FILTER,
}: AlarmListRequest): URLSearchParams {
  const query = new URLSearchParams({
    pageSize: String(pageSize),
    page: String(page),
    sortProperty,
    sortOrder: descending ? 'DESC' : 'ASC',
  });
  if (filter.textSearch !== '') {
    query.set('textSearch', filter.textSearch);
  }
  for (const name of ['statusList', 'severityList', 'typeList'] as const) {
    filter[name].forEach((value) => query.append(name, value));
  }
  for (const name of ['startTime', 'endTime'] as const) {
    const time = filter[name];
    if (time !== undefined) {
      query.set(name, String(time));
    }
  }
  return query;
}

/** The types of the alarms that the user may see; more than these are found by the search of the list. */
export async function listAlarmTypes(signal?: AbortSignal): Promise<readonly string[]> {
  const { data } = await authorized<Page<{ readonly type: string }>>(
    'api/alarm/types?pageSize=100&page=0',
    { signal },
  );
  return data.map(({ type }) => type);
}

export function readAlarm(id: string, signal?: AbortSignal): Promise<Alarm> {
  return authorized(pathOf(id), { signal });
}

/** @throws ApiError 400 if it was done before */
export function acknowledgeAlarm(id: string): Promise<Alarm> {
  return authorized(`${pathOf(id)}/ack`, { method: 'POST' });
}

/** @throws ApiError 400 if it was done before */
export function clearAlarm(id: string): Promise<Alarm> {
  return authorized(`${pathOf(id)}/clear`, { method: 'POST' });
}

/** @param userId undefined: to no user */
export function assignAlarm(id: string, userId: string | undefined): Promise<Alarm> {
  return userId === undefined
    ? authorized(`${pathOf(id)}/assign`, { method: 'DELETE' })
    : authorized(`${pathOf(id)}/assign/${encodeURIComponent(userId)}`, { method: 'POST' });
}

/** Users whose e-mail address or name contains the text. */
export async function searchAssignees(
  textSearch: string,
  signal?: AbortSignal,
): Promise<readonly Assignee[]> {
  const query = new URLSearchParams({ pageSize: '50', page: '0', textSearch });
  const { data } = await authorized<Page<Assignee>>(`api/users/info?${query}`, { signal });
  return data;
}

/** The comments on an alarm, the latest first. */
export function listComments(
  id: string,
  page: number,
  signal?: AbortSignal,
): Promise<Page<AlarmComment>> {
  const query = new URLSearchParams({ pageSize: '20', page: String(page) });
  return authorized(`${pathOf(id)}/comment?${query}`, { signal });
}

export function addComment(id: string, text: string): Promise<AlarmComment> {
  return authorized(`${pathOf(id)}/comment`, { method: 'POST', body: { comment: { text } } });
}

function pathOf(id: string): string {
  return `api/alarm/${encodeURIComponent(id)}`;
}
