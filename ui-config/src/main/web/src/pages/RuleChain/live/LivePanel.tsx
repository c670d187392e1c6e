// SPDX-License-Identifier: Apache-2.0
import { ActionIcon, Table, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SortableHead } from '../../../components/SortableHead';
import { heatOf, MEASURES, ranked, type Measure, type NodeState } from '../../../model/live';
import { useChain, useEditing } from '../chainContext';
import editor from '../Editor.module.css';
import { CloseIcon } from '../icons';
import { useLive } from './liveContext';
import classes from './LivePanel.module.css';
import { useFigureTexts } from './useFigureTexts';

/** All nodes by a live figure: at first by their p99, so that the slowest is on top. */
export function LivePanel({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const [measure, setMeasure] = useState<Measure>('p99');
  const states = useLive((live) => live.states);
  const error = useLive((live) => live.error);
  const unanswered = states?.unanswered ?? [];
  return (
    <section className={editor.findings} aria-label={t('liveFigures.slowest')}>
      <div className={editor.panelHead}>
        <Title order={2} size="h6">
          {t('liveFigures.title', { measure: t(`liveFigures.column.${measure}`) })}
        </Title>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('common.close')}
          title={t('common.close')}
          onClick={onClose}
        >
          <CloseIcon />
        </ActionIcon>
      </div>
      <div className={editor.findingsBody}>
        {states === undefined || states.nodes.length === 0 ? (
          <Text size="sm" c="dimmed" px="md" py={6}>
            {error?.message ??
              t(states === undefined ? 'liveFigures.waiting' : 'liveFigures.notLoaded')}
          </Text>
        ) : (
          <Table className={classes.table ?? ''} horizontalSpacing="md" verticalSpacing={2}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('liveFigures.column.node')}</Table.Th>
                {MEASURES.map((each) => (
                  <SortableHead
                    key={each}
                    name={t(`liveFigures.column.${each}`)}
                    sorted={each === measure ? 'descending' : undefined}
                    onSort={() => setMeasure(each)}
                  />
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {ranked(states.nodes, measure).map((state) => (
                <Row key={state.id.id} state={state} />
              ))}
            </Table.Tbody>
          </Table>
        )}
        {unanswered.length > 0 && (
          <Text size="xs" c="dimmed" px="md" py={6}>
            {t('liveFigures.unanswered', {
              names: unanswered.map(({ instance }) => instance).join(', '),
            })}
          </Text>
        )}
      </div>
    </section>
  );
}

function Row({ state }: { readonly state: NodeState }) {
  const { commands } = useEditing();
  const texts = useFigureTexts();
  const node = useChain(({ history }) => history.present.nodes.get(state.id.id));
  const fault = texts.fault(state);
  const { figures } = state;
  if (node === undefined) {
    return null;
  }
  return (
    <Table.Tr>
      <Table.Td>
        <span className={classes.heat} data-heat={heatOf(state)} aria-hidden />
        <button type="button" className={editor.link} onClick={() => commands.goTo(node.id)}>
          {`#${node.number} ${node.name}`}
        </button>
      </Table.Td>
      {fault === undefined ? (
        MEASURES.map((each) => (
          <Table.Td key={each}>
            {figures === undefined ? '' : texts.measure(each, figures)}
          </Table.Td>
        ))
      ) : (
        <Table.Td colSpan={MEASURES.length}>{fault}</Table.Td>
      )}
    </Table.Tr>
  );
}
