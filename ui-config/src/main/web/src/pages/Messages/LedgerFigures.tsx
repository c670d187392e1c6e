// SPDX-License-Identifier: Apache-2.0
import { Anchor, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Icon } from '../../components/icons';
import { countOf, difference, OUTCOMES, sum, type Figures } from '../../model/ledger';
import { useNumber } from './useNumber';

interface LedgerFiguresProps {
  /** Of the rule chain. */
  readonly name: string;
  readonly figures: Figures;
  /** Messages taken in per second; undefined if it is not known. */
  readonly rate: number | undefined;
  /** The rule chain whose dead letters can be listed. */
  readonly deadLettersOf: string | undefined;
}

/** The figures of a row of the balance sheet. */
export function LedgerFigures({ name, figures, rate, deadLettersOf }: LedgerFiguresProps) {
  const { t } = useTranslation();
  const format = useNumber();
  return (
    <>
      <Table.Td ta="right">{format(sum(figures.takenIn))}</Table.Td>
      {OUTCOMES.map((outcome) => {
        const count = countOf(figures.ended, outcome);
        const leads = outcome === 'DEAD_LETTERED' && count > 0 && deadLettersOf !== undefined;
        return (
          <Table.Td key={outcome} ta="right">
            {leads ? (
              <Anchor
                component={Link}
                to={`/dead-letters?chain=${deadLettersOf}`}
                size="sm"
                aria-label={t('messages.ledger.deadLettersOf', {
                  count,
                  chain: name,
                })}
              >
                {format(count)}
              </Anchor>
            ) : (
              format(count)
            )}
          </Table.Td>
        );
      })}
      <Table.Td ta="right">{format(sum(figures.inFlight))}</Table.Td>
      <Table.Td ta="center">
        <Balance figures={figures} />
      </Table.Td>
      <Table.Td ta="right" c="dimmed">
        {rate === undefined ? '–' : t('messages.ledger.rateValue', { rate: format(rate) })}
      </Table.Td>
    </>
  );
}

function Balance({ figures }: { readonly figures: Figures }) {
  const { t } = useTranslation();
  const format = useNumber();
  if (!figures.balanced) {
    return (
      <Text size="sm" c="var(--mantine-color-error)" fw={600}>
        {t('messages.ledger.unbalanced', { difference: format(difference(figures)) })}
      </Text>
    );
  }
  const text = t('messages.ledger.balanced');
  return (
    <span role="img" aria-label={text} title={text}>
      <Icon>
        <path d="M4.5 10.5l3.5 3.5 7.5-8" />
      </Icon>
    </span>
  );
}
