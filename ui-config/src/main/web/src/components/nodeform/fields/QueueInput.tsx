// SPDX-License-Identifier: Apache-2.0
import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { listQueueNames } from '../../../api/choices';
import { withCurrent, type ChoiceInputProps } from './choice';

const FRESH_MS = 60_000;

/** Chooses one of the tenant's queues. */
export function QueueInput({ texts, placeholder, ...props }: ChoiceInputProps) {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: ['queues'],
    queryFn: ({ signal }) => listQueueNames(signal),
    staleTime: FRESH_MS,
  });
  const options = data?.map((name) => ({ value: name, label: name })) ?? [];
  const unknown = (value: string) =>
    data === undefined ? value : t('nodeForm.unknownValue', { value });
  return (
    <Select
      {...props}
      data={withCurrent(options, props.value, unknown)}
      placeholder={placeholder ?? t('nodeForm.queue.same')}
      {...texts}
      allowDeselect={false}
    />
  );
}
