// SPDX-License-Identifier: Apache-2.0
import { Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Reading } from '../../model/reading';
import { formatValue, type Point } from '../../model/telemetry';
import { exactTime } from '../../model/time';
import classes from './DevicePage.module.css';
import { MAX_TEXTS } from './loadHistory';

interface RecentTextsProps {
  readonly keyName: string;
  /** The newest first. */
  readonly points: readonly Point[];
  readonly complete: boolean;
  readonly onReading: ((reading: Reading) => void) | undefined;
}

/** The values of a key that no chart can show: texts and JSON. */
export function RecentTexts({ keyName, points, complete, onReading }: RecentTextsProps) {
  const { t } = useTranslation();
  return (
    <>
      <section
        className={classes.texts}
        aria-label={t('device.texts.label', { key: keyName })}
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long list scrolls: the keyboard must reach it
        tabIndex={0}
      >
        <Table verticalSpacing={6} horizontalSpacing="md" borderColor="var(--line)">
          <Table.Thead>
            <Table.Tr>
              <Table.Th w="13.5rem">{t('device.texts.time')}</Table.Th>
              <Table.Th>{t('device.value')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {points.map(({ ts, value }) => (
              <Table.Tr key={ts}>
                <Table.Td c="dimmed">
                  {onReading === undefined ? (
                    exactTime(ts)
                  ) : (
                    <button
                      type="button"
                      className={classes.key}
                      aria-label={t('device.reading.followAt', { time: exactTime(ts) })}
                      onClick={() => onReading({ key: keyName, ts })}
                    >
                      {exactTime(ts)}
                    </button>
                  )}
                </Table.Td>
                <Table.Td>{formatValue(value)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
      {!complete && (
        <Text size="xs" c="dimmed" className={classes.padded ?? ''}>
          {t('device.texts.newest', { count: MAX_TEXTS })}
        </Text>
      )}
    </>
  );
}
