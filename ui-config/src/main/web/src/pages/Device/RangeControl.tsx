// SPDX-License-Identifier: Apache-2.0
import { Group, SegmentedControl, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  CUSTOM,
  customRange,
  inputText,
  isCustom,
  RECENT_RANGES,
  spanOf,
  type CustomRange,
  type TimeRange,
} from '../../model/range';
import classes from './DevicePage.module.css';

interface RangeControlProps {
  readonly range: TimeRange;
  /** @param again whether the range replaces one of the same kind, as each key stroke in a date does */
  readonly onRange: (range: TimeRange, again: boolean) => void;
}

/** Chooses the span of time that the history shows. */
export function RangeControl({ range, onRange }: RangeControlProps) {
  const { t } = useTranslation();
  const choose = (id: string) => {
    const recent = RECENT_RANGES.find((each) => each.id === id);
    if (recent === undefined) {
      const { startTs, endTs } = spanOf(range, Date.now());
      onRange(customRange(toMinute(startTs), toMinute(endTs)), false);
    } else {
      onRange(recent, false);
    }
  };
  return (
    <div className={classes.range}>
      <SegmentedControl
        size="xs"
        aria-label={t('device.range.label')}
        value={range.id}
        onChange={choose}
        data={[
          ...RECENT_RANGES.map(({ id }) => ({
            value: id as string,
            label: t(`device.range.short.${id}`),
          })),
          { value: CUSTOM, label: t('device.range.custom') },
        ]}
      />
      {isCustom(range) && <Dates range={range} onRange={(next) => onRange(next, true)} />}
    </div>
  );
}

interface DatesProps {
  readonly range: CustomRange;
  readonly onRange: (range: CustomRange) => void;
}

function Dates({ range, onRange }: DatesProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(range);
  const [texts, setTexts] = useState(() => textsOf(range));
  const change = (next: Texts) => {
    setTexts(next);
    const [startTs, endTs] = [Date.parse(next.from), Date.parse(next.to)];
    if (startTs < endTs) {
      const changed = customRange(startTs, endTs);
      setShown(changed);
      onRange(changed);
    }
  };
  // "Back" changes the address without the fields.
  if (range.startTs !== shown.startTs || range.endTs !== shown.endTs) {
    setShown(range);
    setTexts(textsOf(range));
  }
  // A zoom may begin and end in the same minute: its dates are right as long as nobody edits them.
  const own = textsOf(range);
  const edited = texts.from !== own.from || texts.to !== own.to;
  const reversed = edited && Date.parse(texts.from) >= Date.parse(texts.to);
  return (
    <Group gap="xs" align="flex-start">
      <TextInput
        size="xs"
        type="datetime-local"
        aria-label={t('device.range.from')}
        value={texts.from}
        onChange={({ currentTarget: { value } }) => change({ ...texts, from: value })}
      />
      <TextInput
        size="xs"
        type="datetime-local"
        aria-label={t('device.range.to')}
        value={texts.to}
        error={reversed ? t('device.range.reversed') : undefined}
        onChange={({ currentTarget: { value } }) => change({ ...texts, to: value })}
      />
    </Group>
  );
}

interface Texts {
  readonly from: string;
  readonly to: string;
}

function textsOf({ startTs, endTs }: CustomRange): Texts {
  return { from: inputText(startTs), to: inputText(endTs) };
}

function toMinute(ts: number): number {
  return Math.floor(ts / 60_000) * 60_000;
}
