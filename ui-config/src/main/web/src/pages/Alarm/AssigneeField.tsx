// SPDX-License-Identifier: Apache-2.0
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { assignAlarm, searchAssignees, type Alarm } from '../../api/alarms';
import { ErrorNote } from '../../components/ErrorNote';

const TYPING_PAUSE_MS = 250;

interface AssigneeFieldProps {
  readonly alarm: Alarm;
  readonly onChanged: () => Promise<void>;
}

/** The user to whom an alarm is assigned. A choice is saved at once. */
export function AssigneeField({ alarm, onChanged }: AssigneeFieldProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const { assignee } = alarm;
  // The field shows the name of the choice, which is no search.
  const [search] = useDebouncedValue(typed === assignee?.email ? '' : typed, TYPING_PAUSE_MS);
  const { data: found = [] } = useQuery({
    queryKey: ['assignees', search],
    queryFn: ({ signal }) => searchAssignees(search, signal),
    placeholderData: keepPreviousData,
  });
  const { mutate, isPending, error } = useMutation({
    mutationFn: (user: string | null) => assignAlarm(alarm.id.id, user ?? undefined),
    onSettled: onChanged,
  });
  const options = new Map(found.map(({ id, email }) => [id.id, email]));
  if (assignee !== null) {
    options.set(assignee.id.id, assignee.email);
  }
  return (
    <>
      <Select
        label={t('alarms.assign')}
        placeholder={t('alarms.unassigned')}
        nothingFoundMessage={t('alarms.noUser')}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('alarms.unassigned') }}
        disabled={isPending}
        data={[...options].map(([value, label]) => ({ value, label }))}
        value={assignee?.id.id ?? null}
        onSearchChange={setTyped}
        onChange={(user) => mutate(user)}
      />
      {error !== null && <ErrorNote error={error} />}
    </>
  );
}
