// SPDX-License-Identifier: Apache-2.0
import { useQueryClient } from '@tanstack/react-query';
import { useRef, type DragEvent } from 'react';
import { readMetadata, type RuleChain } from '../../api/ruleChains';
import { exportFile, exportFileName } from '../../model/chain/exportFile';
import type { RuleChainMetadata } from '../../model/chain/metadata';
import { offerFile } from './chainFiles';

/** The browser reads a dropped file after the end of the drag. */
const FORGET_MS = 60_000;

interface DragExport {
  readonly onPointerDown: () => void;
  readonly onDragStart: (event: DragEvent) => void;
  readonly onDragEnd: () => void;
}

/**
 * Exports a rule chain by dragging its name. The file must be there when the drag begins, so it is loaded as soon as
 * the button is pressed; a drag that begins earlier drags the link, as browsers do.
 */
export function useDragExport(chain: RuleChain): DragExport {
  const queries = useQueryClient();
  const forget = useRef<(() => void) | undefined>(undefined);
  const queryKey = ['ruleChainFile', chain.id.id, chain.version];
  return {
    onPointerDown: () => {
      queries
        .query({ queryKey, queryFn: () => readMetadata(chain.id.id), staleTime: 5_000 })
        // Without the file, the link is dragged.
        .catch(() => undefined);
    },
    onDragStart: ({ dataTransfer }) => {
      const metadata = queries.getQueryData<RuleChainMetadata>(queryKey);
      if (metadata !== undefined) {
        const text = `${JSON.stringify(exportFile(chain, metadata), null, 2)}\n`;
        forget.current = offerFile(dataTransfer, exportFileName(chain.name), text);
      }
    },
    onDragEnd: () => {
      const done = forget.current;
      if (done !== undefined) {
        setTimeout(done, FORGET_MS);
      }
    },
  };
}
