// SPDX-License-Identifier: Apache-2.0
import { Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../components/Dialog';
import { SearchIcon } from '../../components/icons';
import { groupOf, takesMessages } from '../../model/chain/catalogue';
import type { ChainNode, NodeId } from '../../model/chain/document';
import { connectionFault } from '../../model/chain/edits';
import { useChain, useEditing } from './chainContext';
import listClasses from './ComponentList.module.css';
import classes from './Editor.module.css';

interface ConnectDialogProps {
  readonly from: NodeId;
  readonly onClose: () => void;
}

/** Chooses the node to which another one is connected, without the mouse. */
export function ConnectDialog({ from, onClose }: ConnectDialogProps) {
  const { t } = useTranslation();
  const { store, catalogue } = useEditing();
  const document = useChain(({ history }) => history.present);
  const [text, setText] = useState('');
  const wanted = text.trim().toLowerCase();

  const candidates = [...document.nodes.values()]
    .filter(
      ({ id, name, number }) =>
        id !== from && (name.toLowerCase().includes(wanted) || `#${number}`.endsWith(wanted)),
    )
    .map((node) => ({ node, fault: faultOf(node) }))
    .sort((a, b) => Number(a.fault !== undefined) - Number(b.fault !== undefined));

  function faultOf({ id, type }: ChainNode): string | undefined {
    if (!takesMessages(catalogue.find(type))) {
      return t('connect.noInput');
    }
    const fault = connectionFault(document, from, id);
    return fault === undefined ? undefined : t(`connect.${fault}`);
  }

  const choose = (to: NodeId) => store.getState().show({ kind: 'labels', from, to });
  return (
    <Dialog
      title={t('connect.title', { name: document.nodes.get(from)?.name ?? '' })}
      onClose={onClose}
    >
      <Stack gap="sm">
        <TextInput
          type="search"
          aria-label={t('connect.search')}
          placeholder={t('connect.search')}
          leftSection={<SearchIcon />}
          value={text}
          data-autofocus
          onChange={({ currentTarget: { value } }) => setText(value)}
          onKeyDown={(event) => {
            const [first] = candidates;
            if (event.key === 'Enter' && first !== undefined && first.fault === undefined) {
              event.preventDefault();
              choose(first.node.id);
            }
          }}
        />
        <div className={classes.dialogList}>
          {candidates.length === 0 && (
            <Text size="sm" c="dimmed">
              {t('connect.none')}
            </Text>
          )}
          <ul className={classes.plainList}>
            {candidates.map(({ node, fault }) => (
              <li key={node.id}>
                <button
                  type="button"
                  className={listClasses.component}
                  data-group={groupOf(catalogue.find(node.type))}
                  disabled={fault !== undefined}
                  onClick={() => choose(node.id)}
                >
                  #{node.number} {node.name}
                  {fault !== undefined && (
                    <Text span size="xs" c="dimmed">
                      {' '}
                      {fault}
                    </Text>
                  )}
                </button>
              </li>
            ))}
          </ul>
        </div>
      </Stack>
    </Dialog>
  );
}
