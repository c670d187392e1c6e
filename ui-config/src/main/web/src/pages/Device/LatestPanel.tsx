// SPDX-License-Identifier: Apache-2.0
import { Checkbox, Skeleton, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FreshValue } from '../../components/FreshValue';
import { Panel } from '../../components/Panel';
import type { LiveValues } from '../../components/useLatestValues';
import { MAX_LINES } from '../../model/chartColors';
import classes from './DevicePage.module.css';
import { ValueTable } from './ValueTable';

interface LatestPanelProps {
  readonly live: LiveValues;
  /** The keys whose history is shown. */
  readonly shownKeys: readonly string[];
  readonly onShow: (keys: readonly string[]) => void;
}

/** The latest value of every key. A key shows its history; its box adds that to what is shown, or removes it. */
export function LatestPanel({ live: { values, changed }, shownKeys, onShow }: LatestPanelProps) {
  const { t } = useTranslation();
  const shown = new Set(shownKeys);
  const toggle = (key: string) =>
    onShow(shown.has(key) ? shownKeys.filter((each) => each !== key) : [...shownKeys, key]);
  return (
    <Panel title={t('device.latest.title')}>
      {values === undefined && <Skeleton height={120} />}
      {values?.length === 0 && (
        <Text size="sm" c="dimmed" className={classes.padded ?? ''}>
          {t('device.latest.empty')}
        </Text>
      )}
      {values !== undefined && values.length > 0 && (
        <ValueTable
          sortName="latest"
          values={values}
          marked={shown}
          keyCell={({ key }) => (
            <span className={classes.keyCell}>
              <Checkbox
                size="xs"
                aria-label={t('device.latest.include', { key })}
                checked={shown.has(key)}
                disabled={shown.has(key) ? shown.size === 1 : shown.size >= MAX_LINES}
                onChange={() => toggle(key)}
              />
              <button
                type="button"
                className={classes.key}
                aria-pressed={shown.has(key)}
                title={t('device.latest.show', { key })}
                onClick={() => onShow([key])}
              >
                {key}
              </button>
            </span>
          )}
          valueCell={(latest) => <FreshValue latest={latest} changed={changed.has(latest.key)} />}
        />
      )}
    </Panel>
  );
}
