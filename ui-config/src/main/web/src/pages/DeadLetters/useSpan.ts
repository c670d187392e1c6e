// SPDX-License-Identifier: Apache-2.0
import { useQuery } from '@tanstack/react-query';
import { listDeadLetters, type DeadLetterFilter } from '../../api/deadLetters';

/** The letters of a filter at one time: those that are made later are not among them. */
export interface Span {
  readonly total: number;
  /** The filter up to the newest of the letters. The time is the server's, so no clock has to agree. */
  readonly filter: DeadLetterFilter;
}

/** Counts the letters of a filter once, for a question and what follows from its answer. */
export function useSpan(filter: DeadLetterFilter) {
  return useQuery({
    queryKey: ['deadLetterSpan', filter],
    queryFn: ({ signal }) => spanOf(filter, signal),
    staleTime: Infinity,
    gcTime: 0,
  });
}

async function spanOf(filter: DeadLetterFilter, signal: AbortSignal): Promise<Span> {
  const { data, totalElements } = await listDeadLetters(
    { pageSize: 1, page: 0, sortProperty: 'createdTime', descending: true, filter },
    signal,
  );
  const newest = data[0];
  return newest === undefined
    ? { total: 0, filter }
    : { total: totalElements, filter: { ...filter, endTime: newest.createdTime } };
}
