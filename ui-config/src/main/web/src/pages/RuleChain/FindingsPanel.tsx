// SPDX-License-Identifier: Apache-2.0
import { ActionIcon, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { fieldInNode, groupByText, type LocatedFinding } from '../../model/chain/findings';
import { useChain, useEditing } from './chainContext';
import classes from './Editor.module.css';
import { CloseIcon } from './icons';

/** All errors and warnings of the chain; each leads to its node. */
export function FindingsPanel({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const findings = useChain((state) => state.findings);
  const fault = useChain((state) => state.checkFault);
  return (
    <section className={classes.findings} aria-label={t('editor.findings')}>
      <div className={classes.panelHead}>
        <Title order={2} size="h6">
          {t('editor.findings')}
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
      <div className={classes.findingsBody}>
        {fault !== undefined && (
          <Text size="sm" px="md" py={6} role="alert">
            {t('editor.checkFailed', { message: fault })}
          </Text>
        )}
        {findings.length === 0 && fault === undefined && (
          <Text size="sm" c="dimmed" px="md" py={6}>
            {t('editor.noFindingsText')}
          </Text>
        )}
        <FindingList findings={findings} />
      </div>
    </section>
  );
}

interface FindingListProps {
  readonly findings: readonly LocatedFinding[];
  /** Called before a finding leads to its node. */
  readonly onGo?: () => void;
}

export function FindingList({ findings, onGo }: FindingListProps) {
  const { t } = useTranslation();
  const { commands } = useEditing();
  const nodes = useChain(({ history }) => history.present.nodes);
  return (
    <ul className={classes.findingList}>
      {groupByText(findings).map(({ findings: equal }, index) => {
        const [finding] = equal;
        if (finding === undefined) {
          return null;
        }
        if (equal.length > 1) {
          return (
            <li key={index}>
              <EqualFindings findings={equal} onGo={onGo} />
            </li>
          );
        }
        const { nodeId, severity, message } = finding;
        const node = nodeId === undefined ? undefined : nodes.get(nodeId);
        const content = (
          <>
            <span className={classes.severity} data-severity={severity}>
              {t(severity === 'error' ? 'editor.error' : 'editor.warning')}
            </span>
            <span className={classes.findingPlace}>
              {node === undefined ? t('editor.wholeChain') : `#${node.number} ${node.name}`}
            </span>
            <span className={classes.findingText}>{message}</span>
            <span className={classes.findingField}>{fieldInNode(finding)}</span>
          </>
        );
        return (
          <li key={index}>
            {node === undefined ? (
              <div className={classes.findingRow}>{content}</div>
            ) : (
              <button
                type="button"
                className={classes.findingRow}
                onClick={() => {
                  onGo?.();
                  commands.goTo(node.id);
                  focusFaultyField();
                }}
              >
                {content}
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

interface EqualFindingsProps {
  readonly findings: readonly LocatedFinding[];
  readonly onGo: (() => void) | undefined;
}

/** One line for the same finding of several nodes; each node leads to itself. */
function EqualFindings({ findings, onGo }: EqualFindingsProps) {
  const { t } = useTranslation();
  const { commands } = useEditing();
  const nodes = useChain(({ history }) => history.present.nodes);
  const [first] = findings;
  const severity = first?.severity ?? 'warning';
  return (
    <div className={classes.findingRow}>
      <span className={classes.severity} data-severity={severity}>
        {t(severity === 'error' ? 'editor.error' : 'editor.warning')}
      </span>
      <span className={classes.findingPlace}>
        {t('findings.nodes', { count: findings.length })}
      </span>
      <span className={classes.findingText}>{first?.message}</span>
      <span className={classes.findingNodes}>
        {findings.map(({ nodeId }, index) => {
          const node = nodeId === undefined ? undefined : nodes.get(nodeId);
          return node === undefined ? (
            <span key={index}>{t('editor.wholeChain')}</span>
          ) : (
            <button
              key={index}
              type="button"
              className={classes.link}
              onClick={() => {
                onGo?.();
                commands.goTo(node.id);
                focusFaultyField();
              }}
            >
              {`#${node.number} ${node.name}`}
            </button>
          );
        })}
      </span>
    </div>
  );
}

/** Focuses the first field with an error when the panel of the node is there. */
function focusFaultyField(): void {
  setTimeout(() => {
    const field = document.querySelector<HTMLElement>(
      `.${CSS.escape(classes.panel ?? '')} [aria-invalid="true"]`,
    );
    field?.focus();
  }, 120);
}
