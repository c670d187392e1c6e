// SPDX-License-Identifier: Apache-2.0

/** The conditions of a list by time, in milliseconds since the epoch. */
export interface TimeSpan {
  readonly startTime: number | undefined;
  readonly endTime: number | undefined;
}

/**
 * Takes a changed part of a filter; the rest of the filter stays.
 *
 * @param again whether the filter replaces the one before in the history, as each key stroke does
 */
export type OnFilter<F> = (part: Partial<F>, again: boolean) => void;

/** The times in an address. */
export function spanIn(params: URLSearchParams): TimeSpan {
  return { startTime: timeIn(params.get('from')), endTime: timeIn(params.get('to')) };
}

/** An address with the times and those of the other entries that are not empty. */
export function addressOf(
  { startTime, endTime }: TimeSpan,
  entries: Readonly<Record<string, string>>,
): URLSearchParams {
  const all = { ...entries, from: String(startTime ?? ''), to: String(endTime ?? '') };
  return new URLSearchParams(Object.entries(all).filter(([, value]) => value !== ''));
}

function timeIn(text: string | null): number | undefined {
  return text !== null && /^\d{1,14}$/.test(text) ? Number(text) : undefined;
}

/** True if the filter has a condition. */
export function isFiltered(filter: object): boolean {
  return Object.values(filter).some((value) => value !== undefined && value !== '');
}

/** True if the span ends before it starts: nothing can be found. */
export function isReversed({ startTime, endTime }: TimeSpan): boolean {
  return startTime !== undefined && endTime !== undefined && endTime < startTime;
}
