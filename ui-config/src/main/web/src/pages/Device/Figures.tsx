// SPDX-License-Identifier: Apache-2.0
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LineSwatch } from '../../components/LineSwatch';
import { formatNumber } from '../../model/number';
import { readingTimes, type Reading } from '../../model/reading';
import { formatMean } from '../../model/series';
import { withUnitText } from '../../model/units';
import classes from './DevicePage.module.css';
import { FollowButton } from './FollowButton';
import type { Line } from './NumberHistory';
import { UnitDialog } from './UnitDialog';

interface FiguresProps {
  /** The id of the device profile. */
  readonly profile: string;
  readonly line: Line;
  /** Whether the chart has no other line. */
  readonly alone: boolean;
  readonly onReading: ((reading: Reading) => void) | undefined;
}

/** The figures of a line below its chart, and its unit. */
export function Figures({ profile, line, alone, onReading }: FiguresProps) {
  const { t } = useTranslation();
  const [editing, setEditing] = useState(false);
  const { key, style, unit, latest } = line;
  const { count, min, max, mean } = line.summary;
  const figures: readonly (readonly [string, string])[] = [
    ...(latest === undefined
      ? []
      : [[t('device.figure.latest'), withUnitText(formatNumber(latest), unit)] as const]),
    [t('device.figure.minimum'), withUnitText(formatNumber(min), unit)],
    [t('device.figure.maximum'), withUnitText(formatNumber(max), unit)],
    ...(mean === undefined
      ? []
      : [[t('device.figure.mean'), withUnitText(formatMean(mean, min, max), unit)] as const]),
    [t('device.figure.points'), String(count)],
  ];
  return (
    <div className={classes.line}>
      <div className={classes.lineHead}>
        {!alone && (
          <>
            <LineSwatch style={style} />
            <h3 className={classes.lineKey}>{key}</h3>
          </>
        )}
        <Button
          variant="default"
          size="compact-xs"
          aria-label={t('device.unit.of', { key, unit: unit || t('device.unit.none') })}
          onClick={() => setEditing(true)}
        >
          {unit === '' ? t('device.unit.set') : unit}
        </Button>
        <FollowButton keyName={key} times={readingTimes(line.series)} onReading={onReading} />
      </div>
      <dl className={classes.figures}>
        {figures.map(([name, figure]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
      {editing && (
        <UnitDialog profile={profile} keyName={key} unit={unit} onClose={() => setEditing(false)} />
      )}
    </div>
  );
}
