// SPDX-License-Identifier: Apache-2.0
import { isNumber } from '../model/number';
import { formatValue, type LatestValue } from '../model/telemetry';
import classes from './FreshValue.module.css';

interface FreshValueProps {
  readonly latest: LatestValue;
  /** Whether it came with the last answer of the server. */
  readonly changed: boolean;
}

/** A value that is marked for a moment when it has just changed. Long texts are cut off, numbers are not. */
export function FreshValue({ latest: { ts, value }, changed }: FreshValueProps) {
  const whole = formatValue(value);
  return (
    // A new key makes a new element, which plays its animation once.
    <span
      key={`${ts} ${whole}`}
      className={[classes.value, isNumber(value) && classes.number, changed && classes.fresh]
        .filter(Boolean)
        .join(' ')}
      title={whole}
    >
      {whole}
    </span>
  );
}
