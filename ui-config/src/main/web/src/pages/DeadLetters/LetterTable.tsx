// SPDX-License-Identifier: Apache-2.0
import { Anchor, Checkbox, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import type { DeadLetter, SortProperty } from '../../api/deadLetters';
import { EntityName } from '../../components/EntityName';
import { SortableHead } from '../../components/SortableHead';
import { exactTime } from '../../model/time';
import classes from './DeadLetters.module.css';
import type { ListState } from './notice';
import { useLetterAddress } from './useLetterAddress';

interface LetterTableProps {
  readonly letters: readonly DeadLetter[];
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (selected: ReadonlySet<string>) => void;
}

export function LetterTable({ letters, selected, onSelect }: LetterTableProps) {
  const { t } = useTranslation();
  const count = letters.filter(({ id }) => selected.has(id)).length;
  const toggle = (id: string) => {
    const next = new Set(selected);
    if (!next.delete(id)) {
      next.add(id);
    }
    onSelect(next);
  };
  const toggleAll = () =>
    onSelect(new Set(count === letters.length ? [] : letters.map(({ id }) => id)));
  return (
    <div className={classes.frame}>
      <Table.ScrollContainer minWidth="var(--least-width)" type="native">
        <Table
          verticalSpacing={9}
          horizontalSpacing="sm"
          borderColor="var(--line)"
          layout="fixed"
          highlightOnHover
          highlightOnHoverColor="var(--page)"
        >
          <Table.Thead>
            <Table.Tr>
              <Table.Th w="2.75rem">
                <Checkbox
                  size="xs"
                  aria-label={t('deadLetters.selectAll')}
                  checked={count === letters.length}
                  indeterminate={count > 0 && count < letters.length}
                  onChange={toggleAll}
                />
              </Table.Th>
              <SortHead property="createdTime" name={t('deadLetters.column.time')} width="8rem" />
              <Table.Th w="15%">{t('deadLetters.column.originator')}</Table.Th>
              <SortHead property="messageType" name={t('deadLetters.column.type')} width="15%" />
              <SortHead property="ruleNodeName" name={t('deadLetters.column.place')} width="16%" />
              <SortHead property="queueName" name={t('deadLetters.column.queue')} width="7rem" />
              <SortHead property="error" name={t('deadLetters.column.error')} />
              <SortHead property="attempts" name={t('deadLetters.column.attempts')} width="6rem" />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {letters.map((letter) => (
              <LetterRow
                key={letter.id}
                letter={letter}
                selected={selected.has(letter.id)}
                onToggle={() => toggle(letter.id)}
              />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </div>
  );
}

interface SortHeadProps {
  readonly property: SortProperty;
  readonly name: string;
  readonly width?: string;
}

function SortHead({ property, ...head }: SortHeadProps) {
  const { sortProperty, descending, show } = useLetterAddress();
  const direction = descending ? 'descending' : 'ascending';
  return (
    <SortableHead
      {...head}
      sorted={sortProperty === property ? direction : undefined}
      onSort={(down) => show({ sortProperty: property, descending: down, page: 0 })}
    />
  );
}

interface LetterRowProps {
  readonly letter: DeadLetter;
  readonly selected: boolean;
  readonly onToggle: () => void;
}

function LetterRow({ letter, selected, onToggle }: LetterRowProps) {
  const { t } = useTranslation();
  const { search } = useLocation();
  const time = exactTime(letter.createdTime);
  const [day, clock] = time.split(' ');
  return (
    <Table.Tr {...(selected ? { bg: 'var(--accent-soft)' } : {})}>
      <Table.Td>
        <Checkbox
          size="xs"
          aria-label={t('deadLetters.selectOne', { time })}
          checked={selected}
          onChange={onToggle}
        />
      </Table.Td>
      <Table.Th scope="row" fw={400}>
        <Anchor
          component={Link}
          to={`/dead-letters/${letter.id}`}
          state={{ list: search } satisfies ListState}
          size="sm"
          fw={600}
        >
          {day} <span className={classes.clock}>{clock}</span>
        </Anchor>
      </Table.Th>
      <Table.Td className={classes.text ?? ''}>
        <EntityName entityType={letter.originator.entityType} id={letter.originator.id} />
      </Table.Td>
      <Table.Td className={classes.text ?? ''}>{letter.messageType}</Table.Td>
      <Table.Td className={classes.text ?? ''}>
        <Place letter={letter} />
      </Table.Td>
      <Table.Td className={classes.text ?? ''}>{letter.queueName}</Table.Td>
      <Table.Td className={classes.text ?? ''}>
        <span className={classes.clamped} title={letter.error}>
          {letter.error}
        </span>
      </Table.Td>
      <Table.Td>{letter.attempts}</Table.Td>
    </Table.Tr>
  );
}

/** The node and the rule chain in which a message failed, each with a link. */
export function Place({ letter }: { readonly letter: DeadLetter }) {
  const { t } = useTranslation();
  const { ruleChainId: chain, ruleNodeId: node, ruleNodeName } = letter;
  if (chain === null) {
    return (
      <Text span size="sm" c="dimmed">
        {t('deadLetters.outside')}
      </Text>
    );
  }
  return (
    <>
      {node !== null && (
        <Anchor component={Link} to={`/rule-chains/${chain.id}?node=${node.id}`} size="sm">
          {ruleNodeName ?? t('paths.unnamed')}
        </Anchor>
      )}
      <div>
        <EntityName entityType="RULE_CHAIN" id={chain.id} />
      </div>
    </>
  );
}
