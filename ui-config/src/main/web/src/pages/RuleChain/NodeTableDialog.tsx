// SPDX-License-Identifier: Apache-2.0
import { Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../components/Dialog';
import { shortType } from '../../model/chain/catalogue';
import { connectionsFrom, type ChainNode } from '../../model/chain/document';
import { useChain, useEditing } from './chainContext';
import classes from './Editor.module.css';

/** The chain without its drawing: each node with its type, its connections and its findings. */
export function NodeTableDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const document = useChain(({ history }) => history.present);
  const nodes = [...document.nodes.values()].sort((a, b) => a.number - b.number);
  return (
    <Dialog title={t('nodeTable.title')} onClose={onClose} size="xl">
      {nodes.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('editor.empty')}
        </Text>
      )}
      {nodes.length > 0 && (
        <Table.ScrollContainer minWidth={480}>
          <Table borderColor="var(--line)" verticalSpacing={6}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('nodeTable.number')}</Table.Th>
                <Table.Th>{t('common.name')}</Table.Th>
                <Table.Th>{t('nodeTable.type')}</Table.Th>
                <Table.Th>{t('panel.connections')}</Table.Th>
                <Table.Th>{t('editor.findings')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {nodes.map((node) => (
                <NodeRow key={node.id} node={node} onClose={onClose} />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Dialog>
  );
}

interface NodeRowProps {
  readonly node: ChainNode;
  readonly onClose: () => void;
}

function NodeRow({ node: { id, name, number, type }, onClose }: NodeRowProps) {
  const { t } = useTranslation();
  const { catalogue, commands } = useEditing();
  const document = useChain(({ history }) => history.present);
  const findings = useChain((state) => state.findingsByNode.get(id)) ?? [];
  return (
    <Table.Tr>
      <Table.Td>{number}</Table.Td>
      <Table.Th scope="row">
        <button
          type="button"
          className={classes.link}
          title={t('panel.goTo', { name })}
          onClick={() => {
            onClose();
            commands.goTo(id);
          }}
        >
          {name}
        </button>
        {document.firstNode === id && (
          <Text size="xs" c="dimmed">
            {t('nodeTable.first')}
          </Text>
        )}
      </Table.Th>
      <Table.Td>{catalogue.find(type)?.name ?? shortType(type)}</Table.Td>
      <Table.Td>
        {connectionsFrom(document, id).map(({ id: connection, to, labels }) => (
          <div key={connection}>
            {t('nodeTable.connection', {
              labels: labels.join(', '),
              to: document.nodes.get(to)?.name ?? '',
            })}
          </div>
        ))}
      </Table.Td>
      <Table.Td>
        {findings.map(({ message }, index) => (
          <div key={index}>{message}</div>
        ))}
      </Table.Td>
    </Table.Tr>
  );
}
