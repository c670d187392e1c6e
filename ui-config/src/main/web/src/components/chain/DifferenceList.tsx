// SPDX-License-Identifier: Apache-2.0
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type {
  ChainDifference,
  ConnectionDifference,
  JsonChange,
  Mark,
  NodeDifference,
} from '../../model/chain/difference';
import { isEmptyDifference } from '../../model/chain/difference';
import type { NodeId } from '../../model/chain/document';
import type { Json } from '../../model/json';
import classes from './DifferenceList.module.css';

const MARKS: readonly Mark[] = ['added', 'removed', 'changed', 'moved'];

interface DifferenceListProps {
  readonly difference: ChainDifference;
  /** The text for no difference. */
  readonly none: string;
  /** Leads to a node. */
  readonly onGo?: (id: NodeId) => void;
}

/** The differences of two versions of a chain as a list. */
export function DifferenceList({ difference, none, onGo }: DifferenceListProps) {
  const { t } = useTranslation();
  if (isEmptyDifference(difference)) {
    return (
      <Text size="sm" c="dimmed">
        {none}
      </Text>
    );
  }
  const { nodes, connections, firstNode } = difference;
  return (
    <div className={classes.list}>
      {MARKS.map((mark) => {
        const those = nodes.filter((node) => node.mark === mark);
        return (
          those.length > 0 && (
            <section key={mark} aria-label={t(`difference.${mark}`)}>
              <h4 className={classes.mark} data-mark={mark}>
                {t(`difference.${mark}`)}
              </h4>
              <ul>
                {those.map((node) => (
                  <li key={node.id}>
                    <NodeName node={node} {...(onGo === undefined ? {} : { onGo })} />
                    {node.changes.map((change) => (
                      <Change key={change.pointer} change={change} />
                    ))}
                  </li>
                ))}
              </ul>
            </section>
          )
        );
      })}
      {(connections.length > 0 || firstNode !== undefined) && (
        <section aria-label={t('difference.connections')}>
          <h4 className={classes.mark}>{t('difference.connections')}</h4>
          <ul>
            {firstNode !== undefined && (
              <li>
                {t('difference.firstNode', {
                  old: firstNode.old ?? t('difference.noNode'),
                  now: firstNode.new ?? t('difference.noNode'),
                })}
              </li>
            )}
            {connections.map((connection, index) => (
              <li key={index}>{connectionText(connection)}</li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );

  function connectionText({ fromName, toName, label, oldLabel }: ConnectionDifference): string {
    const ends = { from: fromName, to: toName };
    if (label === undefined) {
      return t('difference.connectionRemoved', { ...ends, label: oldLabel ?? '' });
    }
    return oldLabel === undefined
      ? t('difference.connectionAdded', { ...ends, label })
      : t('difference.connectionChanged', { ...ends, old: oldLabel, label });
  }
}

interface NodeNameProps {
  readonly node: NodeDifference;
  readonly onGo?: (id: NodeId) => void;
}

function NodeName({ node: { id, name }, onGo }: NodeNameProps) {
  const { t } = useTranslation();
  return onGo === undefined ? (
    <span className={classes.name}>{name}</span>
  ) : (
    <button
      type="button"
      className={classes.link}
      title={t('difference.show', { name })}
      onClick={() => onGo(id)}
    >
      {name}
    </button>
  );
}

function Change({ change }: { readonly change: JsonChange }) {
  const { t } = useTranslation();
  return (
    <dl className={classes.change}>
      <dt>{fieldName(change.pointer)}</dt>
      <dd className={classes.old} aria-label={t('difference.oldValue')}>
        {text(change.old)}
      </dd>
      <dd className={classes.new} aria-label={t('difference.newValue')}>
        {text(change.new)}
      </dd>
    </dl>
  );

  function text(value: Json | undefined): string {
    if (value === undefined) {
      return t('difference.absent');
    }
    return typeof value === 'string' ? value : JSON.stringify(value, null, 1);
  }
}

/** `/configuration/tbelScript` as `configuration.tbelScript`. */
function fieldName(pointer: string): string {
  return pointer.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~');
}
