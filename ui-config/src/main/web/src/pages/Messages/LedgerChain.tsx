// SPDX-License-Identifier: Apache-2.0
import { Anchor, Table } from '@mantine/core';
import { Link } from 'react-router';
import classes from './Messages.module.css';

/** How a row of the ledger names its rule chain. */
export interface ChainName {
  readonly name: string;
  /** Undefined if the row stands for several rule chains, or the id is not known yet. */
  readonly id: string | undefined;
  readonly exists: boolean;
}

export function LedgerChain({ chain: { name, id, exists } }: { readonly chain: ChainName }) {
  return (
    <Table.Th scope="row" fw={400} className={classes.name ?? ''}>
      {exists && id !== undefined ? (
        <Anchor component={Link} to={`/rule-chains/${id}`} size="sm" fw={600}>
          {name}
        </Anchor>
      ) : (
        <span title={id}>{name}</span>
      )}
    </Table.Th>
  );
}
