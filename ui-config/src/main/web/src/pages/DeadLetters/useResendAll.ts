// SPDX-License-Identifier: Apache-2.0
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { listDeadLetters, resendDeadLetters } from '../../api/deadLetters';
import { EMPTY_TALLY, resendAll, type RunEnd, type Tally } from '../../model/deadletter/resendAll';
import type { Span } from './useSpan';

/** A call with so many letters takes a second or two, so that the progress moves. */
const PORTION = 200;

/** The state of a run that sends all letters of a span again. */
export interface ResendAllRun {
  readonly tally: Tally;
  /** Absent while it runs. */
  readonly end?: RunEnd;
  readonly error?: Error;
}

/** Sends all letters of a span again, from this page. It stops when the component is gone. */
export function useResendAll() {
  const queries = useQueryClient();
  const stopped = useRef(false);
  const [run, setRun] = useState<ResendAllRun>();
  const [stopping, setStopping] = useState(false);

  useEffect(() => {
    stopped.current = false;
    return () => {
      stopped.current = true;
    };
  }, []);

  const start = async ({ filter }: Span) => {
    setRun({ tally: EMPTY_TALLY });
    try {
      const end = await resendAll({
        list: (since, page) =>
          listDeadLetters({
            pageSize: PORTION,
            page,
            sortProperty: 'createdTime',
            descending: false,
            filter: { ...filter, startTime: since ?? filter.startTime },
          }),
        resend: resendDeadLetters,
        onProgress: (tally) => setRun({ tally }),
        isStopped: () => stopped.current,
      });
      setRun((last) => ({ tally: last?.tally ?? EMPTY_TALLY, end }));
    } catch (e) {
      const error = e instanceof Error ? e : new Error(String(e));
      setRun((last) => ({ tally: last?.tally ?? EMPTY_TALLY, error }));
    }
    await queries.invalidateQueries({ queryKey: ['deadLetters'] });
  };
  const stop = () => {
    stopped.current = true;
    setStopping(true);
  };
  return { run, stopping, start, stop };
}
