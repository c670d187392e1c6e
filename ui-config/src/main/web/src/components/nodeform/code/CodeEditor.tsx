// SPDX-License-Identifier: Apache-2.0
import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { CodeMirrorProps } from './CodeMirror';

// Most nodes have no script: the editor is loaded for those that have one.
const CodeMirror = lazy(async () => ({ default: (await import('./CodeMirror')).CodeMirror }));

/** A text editor for scripts and JSON. */
export function CodeEditor(props: CodeMirrorProps) {
  return (
    <Suspense fallback={<Skeleton height={props.minHeight ?? 120} />}>
      <CodeMirror {...props} />
    </Suspense>
  );
}
