// SPDX-License-Identifier: Apache-2.0
import { Panel } from '../../components/Panel';
import { countOf } from '../../model/ledger';
import classes from './Messages.module.css';
import { useNumber } from './useNumber';

interface CountListProps {
  readonly title: string;
  readonly counts: Readonly<Record<string, number>>;
  /** The keys of the counts with their names, in order. */
  readonly names: readonly (readonly [string, string])[];
}

/** What a sum of the balance sheet consists of. */
export function CountList({ title, counts, names }: CountListProps) {
  const format = useNumber();
  return (
    <Panel title={title}>
      <dl className={classes.counts}>
        {names.map(([key, name]) => (
          <div key={key}>
            <dt>{name}</dt>
            <dd>{format(countOf(counts, key))}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
