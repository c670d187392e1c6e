// SPDX-License-Identifier: Apache-2.0
import {
  ActionIcon,
  Alert,
  Button,
  Group,
  Stack,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core';
import { useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ErrorBoundary } from '../../components/ErrorBoundary';
import { ArrowIcon } from '../../components/icons';
import { NodeForm } from '../../components/nodeform/NodeForm';
import { QueueSelect } from '../../components/nodeform/QueueSelect';
import { calledChain, groupOf, shortType } from '../../model/chain/catalogue';
import { connectionsFrom, type ChainNode, type NodeId } from '../../model/chain/document';
import { chooseQueue, configure, describe, queueOf, rename } from '../../model/chain/edits';
import { fieldInNode, type LocatedFinding } from '../../model/chain/findings';
import type { JsonObject } from '../../model/json';
import { useChain, useEditing } from './chainContext';
import classes from './Editor.module.css';
import { EditIcon, TrashIcon } from './icons';
import { NodeMessages } from './NodeMessages';
import { PanelFrame } from './PanelFrame';
import { PlaceholderFields } from './PlaceholderFields';

const NO_FINDINGS: readonly LocatedFinding[] = [];

/** A node with its name, description, configuration and connections. */
export function NodePanel({ id }: { readonly id: NodeId }) {
  const { commands } = useEditing();
  const node = useChain(({ history }) => history.present.nodes.get(id));

  useEffect(() => {
    // The panel leaves less room for the drawing; React Flow measures that first.
    const timer = setTimeout(() => commands.reveal(id), 50);
    return () => clearTimeout(timer);
  }, [commands, id]);

  return node === undefined ? null : <NodeFields node={node} />;
}

function NodeFields({ node }: { readonly node: ChainNode }) {
  const { t } = useTranslation();
  const { store, catalogue, commands } = useEditing();
  const { id, name, number, type, description, configuration, configurationVersion } = node;
  const component = catalogue.find(type);
  const findings = useChain((state) => state.findingsByNode.get(id)) ?? NO_FINDINGS;
  const isFirst = useChain(({ history }) => history.present.firstNode === id);
  const chainId = useChain((state) => state.chainId);
  const called = calledChain(node, component);

  const change = useCallback(
    (next: JsonObject) =>
      store.getState().edit((chain) => configure(chain, id, next), { key: `configuration ${id}` }),
    [store, id],
  );
  const ownFindings = findings.filter(
    (finding) => !fieldInNode(finding).startsWith('configuration'),
  );
  const formFindings = findings.filter((finding) =>
    fieldInNode(finding).startsWith('configuration'),
  );
  const nameFindings = ownFindings.filter((finding) => fieldInNode(finding) === 'name');
  const otherFindings = ownFindings.filter((finding) => fieldInNode(finding) !== 'name');

  return (
    <PanelFrame
      title={
        <span className={classes.nodeTitle} data-group={groupOf(component)}>
          <span className={classes.swatch} />
          <span>
            {component === undefined
              ? `${t('groups.UNKNOWN')}: ${shortType(type)}`
              : `${t(`groups.${component.type}`)}: ${component.name}`}
          </span>
          <span className={classes.nodeNumber}>{t('panel.number', { number })}</span>
        </span>
      }
    >
      <Stack gap="sm" p="md">
        {otherFindings.map((finding, index) => (
          <Alert
            key={index}
            color={finding.severity === 'error' ? 'red' : 'yellow'}
            variant="light"
            py={6}
          >
            {finding.message}
          </Alert>
        ))}
        <TextInput
          label={t('common.name')}
          value={name}
          error={
            nameFindings.length === 0
              ? undefined
              : nameFindings.map(({ message }) => message).join('; ')
          }
          onChange={({ currentTarget: { value } }) =>
            store.getState().edit((chain) => rename(chain, id, value), { key: `name ${id}` })
          }
        />
        <Textarea
          label={t('common.description')}
          autosize
          minRows={1}
          maxRows={5}
          value={description ?? ''}
          onChange={({ currentTarget: { value } }) =>
            store
              .getState()
              .edit((chain) => describe(chain, id, value), { key: `description ${id}` })
          }
        />
        <Group gap="xs">
          {!isFirst && (
            <Button variant="default" size="compact-sm" onClick={() => commands.makeFirst(id)}>
              {t('editor.makeFirst')}
            </Button>
          )}
          {called !== undefined && !findings.some(({ kind }) => kind === 'MISSING_CHAIN') && (
            <Button
              variant="default"
              size="compact-sm"
              component={Link}
              to={`/rule-chains/${called}`}
            >
              {t('editor.openChain')}
            </Button>
          )}
        </Group>
        {component?.hasQueueName === true && (
          <QueueSelect
            value={queueOf(node)}
            onChange={(queueName) =>
              store.getState().edit((chain) => chooseQueue(chain, id, queueName))
            }
          />
        )}
        {component === undefined ? (
          <PlaceholderFields node={node} />
        ) : (
          <ErrorBoundary
            fallback={(error) => (
              <Alert color="red" variant="light">
                {t('panel.formFailed', { message: error.message })}
              </Alert>
            )}
          >
            <NodeForm
              component={component}
              configuration={configuration}
              {...(configurationVersion === undefined ? {} : { configurationVersion })}
              findings={formFindings}
              context={{ chainId, nodeName: name }}
              onChange={change}
            />
          </ErrorBoundary>
        )}
        <Connections node={node} />
        <NodeMessages id={id} />
      </Stack>
    </PanelFrame>
  );
}

function Connections({ node }: { readonly node: ChainNode }) {
  const { t } = useTranslation();
  const { store, catalogue, commands } = useEditing();
  const document = useChain(({ history }) => history.present);
  const connections = connectionsFrom(document, node.id);
  const hasOutput =
    catalogue.find(node.type)?.configurationDescriptor.nodeDefinition.outEnabled ?? true;
  if (!hasOutput && connections.length === 0) {
    return null;
  }
  return (
    <section aria-label={t('panel.connections')}>
      <Title order={3} size="h6" mb={6}>
        {t('panel.connections')}
      </Title>
      {connections.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('panel.noConnections')}
        </Text>
      )}
      <ul className={classes.connections}>
        {connections.map(({ id, to, labels }) => {
          const name = document.nodes.get(to)?.name ?? '';
          return (
            <li key={id}>
              <span className={classes.connectionText}>
                <span className={classes.connectionLabels}>
                  {labels.join(', ')} <ArrowIcon direction="right" />
                </span>
                <button
                  type="button"
                  className={classes.link}
                  title={t('panel.goTo', { name })}
                  onClick={() => commands.goTo(to)}
                >
                  {name}
                </button>
              </span>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('panel.editLabelsOf', { name })}
                title={t('panel.editLabelsOf', { name })}
                onClick={() => store.getState().show({ kind: 'labels', from: node.id, to })}
              >
                <EditIcon />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('panel.removeConnectionTo', { name })}
                title={t('panel.removeConnectionTo', { name })}
                onClick={() => commands.disconnect(id)}
              >
                <TrashIcon />
              </ActionIcon>
            </li>
          );
        })}
      </ul>
      {hasOutput && (
        <Group gap="xs" mt="xs">
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => store.getState().show({ kind: 'connect', from: node.id })}
          >
            {t('panel.connectTo')}
          </Button>
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => store.getState().show({ kind: 'addAfter', from: node.id })}
          >
            {t('panel.addAfter')}
          </Button>
        </Group>
      )}
    </section>
  );
}
