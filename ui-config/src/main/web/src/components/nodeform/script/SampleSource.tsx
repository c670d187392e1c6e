// SPDX-License-Identifier: Apache-2.0
import { Select } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listDeadLetters, NO_FILTER, readDeadLetter } from '../../../api/deadLetters';
import { readDevice } from '../../../api/devices';
import { readLatest } from '../../../api/telemetry';
import type { EntityId } from '../../../api/types';
import { sampleOfDevice, sampleOfLetter, type Sample } from '../../../model/script/sample';
import { latestValues } from '../../../model/telemetry';
import { exactTime } from '../../../model/time';
import { ErrorNote } from '../../ErrorNote';
import { ListedEntityInput } from '../fields/EntityInput';
import { NO_TEXTS } from '../fields/choice';
import classes from './ScriptTest.module.css';

interface SampleSourceProps {
  readonly chainId: string;
  readonly onSample: (sample: Sample, originator: EntityId) => void;
}

const NEWEST = { pageSize: 20, page: 0, sortProperty: 'createdTime', descending: true } as const;

interface Found {
  readonly sample: Sample;
  readonly originator: EntityId;
}

async function deviceSample(deviceId: string): Promise<Found> {
  const [device, points] = await Promise.all([readDevice(deviceId), readLatest(deviceId)]);
  return {
    sample: sampleOfDevice(device, latestValues(points)),
    originator: { entityType: 'DEVICE', id: deviceId },
  };
}

/** Fills the sample message in from what has happened: the latest values of a device, or a dead letter. */
export function SampleSource({ chainId, onSample }: SampleSourceProps) {
  const { t } = useTranslation();
  const id = useId();
  const [device, setDevice] = useState<string | null>(null);
  const [letter, setLetter] = useState<string | null>(null);
  const { data: letters } = useQuery({
    queryKey: ['deadLetters', chainId],
    queryFn: ({ signal }) =>
      listDeadLetters({ ...NEWEST, filter: { ...NO_FILTER, ruleChainId: chainId } }, signal),
    enabled: chainId !== '',
  });
  const { mutate, error } = useMutation({
    mutationFn: (load: () => Promise<Found>) => load(),
    onSuccess: ({ sample, originator }) => onSample(sample, originator),
  });

  const fromDevice = (deviceId: string | null) => {
    setDevice(deviceId);
    setLetter(null);
    if (deviceId !== null) {
      mutate(() => deviceSample(deviceId));
    }
  };
  const fromLetter = (letterId: string | null) => {
    setLetter(letterId);
    setDevice(null);
    if (letterId !== null) {
      mutate(async () => {
        const found = await readDeadLetter(letterId);
        return { sample: sampleOfLetter(found), originator: found.originator };
      });
    }
  };
  const options = letters?.data.map(({ id: letterId, createdTime, messageType, error: why }) => ({
    value: letterId,
    label: `${exactTime(createdTime).slice(0, -4)} · ${messageType} · ${why}`,
  }));
  return (
    <div className={classes.sources}>
      <div>
        <label className={classes.label} htmlFor={`${id}-device`}>
          {t('nodeForm.test.device')}
        </label>
        <ListedEntityInput
          id={`${id}-device`}
          entityType="DEVICE"
          value={device}
          onChange={fromDevice}
          placeholder={t('nodeForm.test.devicePlaceholder')}
          clearable={false}
          readOnly={false}
          texts={NO_TEXTS}
        />
      </div>
      <Select
        label={t('nodeForm.test.letter')}
        labelProps={{ className: classes.label }}
        placeholder={
          options?.length === 0
            ? t('nodeForm.test.noLetters')
            : t('nodeForm.test.letterPlaceholder')
        }
        data={options ?? []}
        value={letter}
        disabled={options === undefined || options.length === 0}
        allowDeselect={false}
        onChange={fromLetter}
      />
      {error !== null && <ErrorNote error={error} />}
    </div>
  );
}
