// SPDX-License-Identifier: Apache-2.0
import type { DiffLine } from '../../../model/test/lineDiff';
import classes from './Steps.module.css';

interface DiffBlockProps {
  readonly label: string;
  readonly lines: readonly DiffLine[];
  readonly side: 'before' | 'after';
}

/** A text whose lines that differ are marked, as removed or as added. */
export function DiffBlock({ label, lines, side }: DiffBlockProps) {
  const Changed = side === 'before' ? 'del' : 'ins';
  return (
    <figure className={classes.block}>
      <figcaption>{label}</figcaption>
      {/* Long texts scroll: the keyboard must reach them. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre tabIndex={0} aria-label={label}>
        {lines.map(({ text, differs }, index) =>
          differs ? <Changed key={index}>{`${text}\n`}</Changed> : `${text}\n`,
        )}
      </pre>
    </figure>
  );
}
