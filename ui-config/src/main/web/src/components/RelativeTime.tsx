// SPDX-License-Identifier: Apache-2.0
import { ago, exactTime } from '../model/time';
import { useNow } from './useNow';

/** "3 s ago", kept up to date; the exact time shows on hover. */
export function RelativeTime({ ts }: { readonly ts: number }) {
  return (
    <time dateTime={new Date(ts).toISOString()} title={exactTime(ts)}>
      {ago(ts, useNow())}
    </time>
  );
}
