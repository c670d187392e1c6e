// SPDX-License-Identifier: Apache-2.0
import type { Viewport } from '@xyflow/react';
import { createContext, use } from 'react';

/** Below this zoom a label is less than four pixels high and a handle cannot be hit. */
const READABLE_ZOOM = 0.35;

export function isReadable({ zoom }: Viewport): boolean {
  return zoom >= READABLE_ZOOM;
}

/** Whether the canvas is near enough for details, which a large chain seen from afar does not draw. */
export const ReadableContext = createContext(true);

export function useReadable(): boolean {
  return use(ReadableContext);
}
