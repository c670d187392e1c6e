// SPDX-License-Identifier: Apache-2.0
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Reading } from '../../model/reading';

interface FollowButtonProps {
  readonly keyName: string;
  /** The times of the readings of the key, ascending. */
  readonly times: readonly number[];
  readonly onReading: ((reading: Reading) => void) | undefined;
}

/** Follows the newest reading of a key, as a click on its point does: the way of the keyboard. */
export function FollowButton({ keyName, times, onReading }: FollowButtonProps) {
  const { t } = useTranslation();
  const newest = times.at(-1);
  if (newest === undefined || onReading === undefined) {
    return null;
  }
  return (
    <Button
      variant="default"
      size="compact-xs"
      aria-label={t('device.reading.followOf', { key: keyName })}
      onClick={() => onReading({ key: keyName, ts: newest })}
    >
      {t('device.reading.follow')}
    </Button>
  );
}
