// SPDX-License-Identifier: Apache-2.0
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { resendDeadLetter, type DeadLetterDetails } from '../../api/deadLetters';
import { contentOf, repairOf, type Content } from '../../model/deadletter/repair';
import type { Notice } from '../DeadLetters/notice';

/** The content of a letter as it is edited, and the call that sends it. The edits stay when the server refuses them. */
export function useRepair(letter: DeadLetterDetails, onDone: (notice: Notice) => void) {
  const [before] = useState(() => contentOf(letter));
  const [content, setContent] = useState(before);
  const repair = repairOf(before, content);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => resendDeadLetter(letter.id, repair),
    onSuccess: (result) => onDone({ kind: 'resent', result, repaired: repair !== undefined }),
  });
  return {
    content,
    changed: repair !== undefined,
    sending: isPending,
    error,
    send: () => mutate(),
    edit: (change: Partial<Content>) => setContent((last) => ({ ...last, ...change })),
    undo: () => {
      setContent(before);
      reset();
    },
  };
}
