// SPDX-License-Identifier: Apache-2.0
import { Skeleton, Text } from '@mantine/core';
import { FreshValue } from '../../components/FreshValue';
import { Panel } from '../../components/Panel';
import type { LiveValues } from '../../components/useLatestValues';
import classes from './DevicePage.module.css';
import { ValueTable } from './ValueTable';

interface LatestPanelProps {
  readonly live: LiveValues;
  readonly shownKey: string | undefined;
  readonly onShow: (key: string) => void;
}

/** The latest value of every key. A key chooses what the history shows. */
export function LatestPanel({ live: { values, changed }, shownKey, onShow }: LatestPanelProps) {
  return (
    <Panel title="Latest values">
      {values === undefined && <Skeleton height={120} />}
      {values?.length === 0 && (
        <Text size="sm" c="dimmed" className={classes.padded ?? ''}>
          The device has not sent anything yet.
        </Text>
      )}
      {values !== undefined && values.length > 0 && (
        <ValueTable
          sortName="latest"
          values={values}
          marked={shownKey}
          keyCell={({ key }) => (
            <button
              type="button"
              className={classes.key}
              aria-pressed={key === shownKey}
              title={`Show the history of ${key}`}
              onClick={() => onShow(key)}
            >
              {key}
            </button>
          )}
          valueCell={(latest) => <FreshValue latest={latest} changed={changed.has(latest.key)} />}
        />
      )}
    </Panel>
  );
}
