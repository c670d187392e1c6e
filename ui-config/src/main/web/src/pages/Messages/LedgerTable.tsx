// SPDX-License-Identifier: Apache-2.0
import { Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { keyOf, OUTCOMES, type Line, type Reading } from '../../model/ledger';
import { LedgerChain, type ChainName } from './LedgerChain';
import { LedgerFigures } from './LedgerFigures';
import classes from './Messages.module.css';

interface LedgerTableProps {
  readonly reading: Reading;
  /** The lines of this page. */
  readonly lines: readonly Line[];
  /** The id of the rule chain that messages enter which name no other; undefined while it is not known. */
  readonly rootChainId: string | undefined;
}

export function LedgerTable({ reading, lines, rootChainId }: LedgerTableProps) {
  const { t } = useTranslation();
  const total = t('messages.ledger.total');
  const nameOf = ({ tenantId, ruleChainId, ruleChainName }: Line): ChainName => {
    if (tenantId === null || tenantId === undefined) {
      return { name: t('messages.ledger.otherChains'), id: undefined, exists: false };
    }
    if (ruleChainId === null || ruleChainId === undefined) {
      return {
        name: t('messages.ledger.rootChain'),
        id: rootChainId,
        exists: rootChainId !== undefined,
      };
    }
    const exists = typeof ruleChainName === 'string';
    return {
      name: exists ? ruleChainName : t('messages.ledger.deletedChain'),
      id: ruleChainId.id,
      exists,
    };
  };
  return (
    <div className={classes.frame}>
      <Table.ScrollContainer
        minWidth="60rem"
        type="native"
        {...scrolling(t('messages.tabs.ledger'))}
      >
        <Table
          aria-label={t('messages.tabs.ledger')}
          verticalSpacing={9}
          horizontalSpacing="sm"
          borderColor="var(--line)"
          highlightOnHover
          highlightOnHoverColor="var(--page)"
        >
          <LedgerHead />
          <Table.Tbody>
            {lines.map((line) => {
              const chain = nameOf(line);
              return (
                <Table.Tr key={keyOf(line)}>
                  <LedgerChain chain={chain} />
                  <LedgerFigures
                    name={chain.name}
                    figures={line.messages}
                    rate={reading.rates[keyOf(line)]}
                    deadLettersOf={chain.id}
                  />
                </Table.Tr>
              );
            })}
          </Table.Tbody>
          <Table.Tfoot>
            <Table.Tr className={classes.total ?? ''}>
              <Table.Th scope="row">{total}</Table.Th>
              <LedgerFigures
                name={total}
                figures={reading.ledger.total}
                rate={reading.totalRate}
                deadLettersOf={undefined}
              />
            </Table.Tr>
          </Table.Tfoot>
        </Table>
      </Table.ScrollContainer>
    </div>
  );
}

/** A table that scrolls sideways can be reached with the keyboard. */
function scrolling(name: string) {
  return { tabIndex: 0, role: 'group', 'aria-label': name } as const;
}

function LedgerHead() {
  const { t } = useTranslation();
  return (
    <Table.Thead>
      <Table.Tr>
        <Table.Th rowSpan={2} scope="col">
          {t('messages.ledger.chain')}
        </Table.Th>
        <Table.Th rowSpan={2} scope="col" ta="right">
          {t('messages.ledger.takenIn')}
        </Table.Th>
        <Table.Th colSpan={OUTCOMES.length} scope="colgroup" ta="center">
          {t('messages.ledger.ended')}
        </Table.Th>
        <Table.Th rowSpan={2} scope="col" ta="right">
          {t('messages.ledger.inFlight')}
        </Table.Th>
        <Table.Th rowSpan={2} scope="col" ta="center">
          {t('messages.ledger.balance')}
        </Table.Th>
        <Table.Th rowSpan={2} scope="col" ta="right" title={t('messages.ledger.rateHelp')}>
          {t('messages.ledger.rate')}
        </Table.Th>
      </Table.Tr>
      <Table.Tr>
        {OUTCOMES.map((outcome) => (
          <Table.Th
            key={outcome}
            scope="col"
            ta="right"
            title={t(`messages.ledger.outcomeHelp.${outcome}`)}
          >
            {t(`messages.ledger.outcomes.${outcome}`)}
          </Table.Th>
        ))}
      </Table.Tr>
    </Table.Thead>
  );
}
