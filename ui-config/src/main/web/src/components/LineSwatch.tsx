// SPDX-License-Identifier: Apache-2.0
import { useComputedColorScheme } from '@mantine/core';
import { styleOf } from '../model/chartColors';
import classes from './SeriesChart.module.css';

/** A piece of a chart's line, with its colour and dashes. */
export function LineSwatch({ style }: { readonly style: number }) {
  const { light, dark, dash } = styleOf(style);
  const scheme = useComputedColorScheme('light');
  return (
    <svg className={classes.swatch} width="26" height="8" aria-hidden="true">
      <line
        x1="1"
        y1="4"
        x2="25"
        y2="4"
        stroke={scheme === 'dark' ? dark : light}
        strokeWidth="2.5"
        strokeDasharray={dash.join(' ')}
      />
    </svg>
  );
}
