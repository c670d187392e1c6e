// SPDX-License-Identifier: Apache-2.0
import { useTranslation } from 'react-i18next';
import type { ComponentDescriptor } from '../../api/components';
import { groupOf, shortType } from '../../model/chain/catalogue';
import type { Mark } from '../../model/chain/difference';
import type { ChainNode } from '../../model/chain/document';
import type { Finding } from '../../model/chain/finding';
import classes from './NodeCard.module.css';

interface NodeCardProps {
  readonly node: ChainNode;
  readonly component: ComponentDescriptor | undefined;
  readonly selected?: boolean;
  /** Whether it is drawn without its texts, because they are too small to be read. */
  readonly plain?: boolean;
  /** Whether a search has found the node. */
  readonly found?: boolean;
  readonly findings?: readonly Finding[];
  /** How the node differs from another version. */
  readonly mark?: Mark | undefined;
}

function described({ description }: ChainNode): string | undefined {
  return description === '' ? undefined : description;
}

/** A node as it is drawn: its group as a colour, its type, number and name. */
export function NodeCard({
  node,
  component,
  selected,
  plain = false,
  found,
  findings = [],
  mark,
}: NodeCardProps) {
  const { t } = useTranslation();
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const severity = errors > 0 ? 'error' : 'warning';
  return (
    <div
      className={classes.card}
      data-group={groupOf(component)}
      data-selected={selected === true || undefined}
      data-found={found === true || undefined}
      data-mark={mark}
      data-plain={plain || undefined}
      data-placeholder={component === undefined || undefined}
      title={component === undefined ? t('placeholder.card', { type: node.type }) : described(node)}
    >
      {!plain && (
        <>
          <div className={classes.head}>
            <span className={classes.type}>{component?.name ?? shortType(node.type)}</span>
            <span className={classes.number}>{node.number}</span>
          </div>
          <div className={classes.name}>{node.name}</div>
        </>
      )}
      {mark !== undefined && <span className={classes.mark}>{t(`difference.${mark}`)}</span>}
      {findings.length > 0 && (
        <span
          className={classes.finding}
          data-severity={severity}
          title={findings.map(({ message }) => message).join('\n')}
          role="img"
          aria-label={t(errors > 0 ? 'editor.errors' : 'editor.warnings', {
            count: errors > 0 ? errors : findings.length,
          })}
        >
          !
        </span>
      )}
    </div>
  );
}
