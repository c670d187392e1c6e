// SPDX-License-Identifier: Apache-2.0
import { ActionIcon, Anchor, Badge, Button, Group, Menu, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { RuleChain } from '../../api/ruleChains';
import { WatchControl } from '../../components/message/WatchControl';
import { isDirty } from '../../store/chainStore';
import { ChainSearch } from './ChainSearch';
import { useChain, useEditing } from './chainContext';
import classes from './Editor.module.css';
import {
  ArrangeIcon,
  CheckIcon,
  EditIcon,
  FitIcon,
  HelpIcon,
  MoreIcon,
  NoteIcon,
  PaletteIcon,
  RedoIcon,
  UndoIcon,
  WarningIcon,
} from './icons';
import { LiveTools } from './live/LiveTools';
import { TestButton } from './test/TestButton';
import { useExport } from './useExport';

interface ToolbarProps {
  readonly chain: RuleChain;
  readonly paletteShown: boolean;
  readonly onTogglePalette: () => void;
  readonly findingsShown: boolean;
  readonly onToggleFindings: () => void;
  readonly liveShown: boolean;
  readonly onShowLive: (shown: boolean) => void;
}

export function Toolbar({
  chain,
  paletteShown,
  onTogglePalette,
  findingsShown,
  onToggleFindings,
  liveShown,
  onShowLive,
}: ToolbarProps) {
  const { t } = useTranslation();
  const { store, commands } = useEditing();
  const canUndo = useChain(({ history }) => history.past.length > 0);
  const canRedo = useChain(({ history }) => history.future.length > 0);
  const hasNodes = useChain(({ history }) => history.present.nodes.size > 0);
  const dirty = useChain(isDirty);
  return (
    <div className={classes.toolbar} role="toolbar" aria-label={t('editor.toolbar')}>
      <Group gap={6} wrap="nowrap" className={classes.title ?? ''}>
        <Group gap={6} wrap="nowrap" className={classes.path ?? ''}>
          <Anchor component={Link} to="/rule-chains" size="sm">
            {t('ruleChains.title')}
          </Anchor>
          <Text size="sm" c="dimmed" aria-hidden>
            /
          </Text>
        </Group>
        <Title order={1} size="h6" lineClamp={1} title={chain.name}>
          {chain.name}
        </Title>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={24}
          aria-label={t('ruleChains.renameTitle')}
          title={t('ruleChains.renameTitle')}
          onClick={() => store.getState().show({ kind: 'rename' })}
        >
          <EditIcon />
        </ActionIcon>
        {chain.root && (
          <Badge variant="light" tt="none" title={t('ruleChains.rootHelp')}>
            {t('ruleChains.root')}
          </Badge>
        )}
      </Group>
      <Group gap={4} wrap="nowrap">
        <Tool
          label={t(paletteShown ? 'editor.hidePalette' : 'editor.showPalette')}
          pressed={paletteShown}
          onClick={onTogglePalette}
        >
          <PaletteIcon />
        </Tool>
        <Tool label={t('editor.undo')} keys="Ctrl+Z" disabled={!canUndo} onClick={commands.undo}>
          <UndoIcon />
        </Tool>
        <Tool
          label={t('editor.redo')}
          keys="Ctrl+Shift+Z"
          disabled={!canRedo}
          onClick={commands.redo}
        >
          <RedoIcon />
        </Tool>
        <Tool
          label={t('editor.arrangeHelp')}
          keys="L"
          disabled={!hasNodes}
          onClick={commands.arrange}
        >
          <ArrangeIcon />
        </Tool>
        <Tool label={t('editor.fit')} keys="F" disabled={!hasNodes} onClick={commands.fit}>
          <FitIcon />
        </Tool>
        <Tool
          label={hasNodes ? t('editor.note') : t('editor.noteNeedsNode')}
          keys="N"
          disabled={!hasNodes}
          onClick={commands.addNote}
        >
          <NoteIcon />
        </Tool>
        <EditMenu chain={chain} />
        <Tool
          label={t('editor.help')}
          keys="?"
          onClick={() => store.getState().show({ kind: 'help' })}
        >
          <HelpIcon />
        </Tool>
      </Group>
      <LiveTools panelShown={liveShown} onShowPanel={onShowLive} />
      <WatchControl compact entityType="RULE_CHAIN" id={chain.id.id} />
      <ChainSearch />
      <Group gap="xs" wrap="nowrap" className={classes.saving ?? ''}>
        <FindingsButton shown={findingsShown} onToggle={onToggleFindings} />
        <SaveState />
        <TestButton />
        <Button
          component={Link}
          to={`/rule-chains/${chain.id.id}/versions`}
          variant="default"
          size="xs"
        >
          {t('editor.versions')}
        </Button>
        <Button
          size="xs"
          disabled={!dirty}
          title={`${t('editor.save')} (Ctrl+S)`}
          onClick={() => store.getState().show({ kind: 'save' })}
        >
          {t('editor.save')}
        </Button>
      </Group>
    </div>
  );
}

interface ToolProps {
  readonly label: string;
  readonly keys?: string;
  readonly pressed?: boolean;
  readonly disabled?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

function Tool({ label, keys, pressed, disabled = false, onClick, children }: ToolProps) {
  return (
    <ActionIcon
      variant={pressed === true ? 'light' : 'subtle'}
      color={pressed === true ? '' : 'gray'}
      c={pressed === true || disabled ? '' : 'var(--mantine-color-text)'}
      size={30}
      aria-label={label}
      title={keys === undefined ? label : `${label} (${keys})`}
      aria-pressed={pressed}
      disabled={disabled}
      onClick={onClick}
    >
      {children}
    </ActionIcon>
  );
}

function EditMenu({ chain }: { readonly chain: RuleChain }) {
  const { t } = useTranslation();
  const { store, commands } = useEditing();
  const exportChain = useExport(chain);
  const nothing = useChain(
    ({ selection }) =>
      selection.nodes.size + selection.notes.size + selection.connections.size === 0,
  );
  const noNodes = useChain(({ selection }) => selection.nodes.size + selection.notes.size === 0);
  const entry = (label: string, keys: string, disabled: boolean, onClick: () => void) => (
    <Menu.Item
      disabled={disabled}
      onClick={onClick}
      rightSection={
        <Text size="xs" c="dimmed">
          {keys}
        </Text>
      }
    >
      {label}
    </Menu.Item>
  );
  return (
    <Menu position="bottom-start" width={220}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          c="var(--mantine-color-text)"
          size={30}
          aria-label={t('editor.more')}
          title={t('editor.more')}
        >
          <MoreIcon />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {entry(t('editor.cut'), 'Ctrl+X', noNodes, commands.cutToClipboard)}
        {entry(t('editor.copy'), 'Ctrl+C', noNodes, commands.copyToClipboard)}
        {entry(t('editor.paste'), 'Ctrl+V', false, commands.pasteFromClipboard)}
        {entry(t('editor.duplicate'), 'Ctrl+D', noNodes, commands.duplicate)}
        {entry(t('editor.remove'), 'Del', nothing, commands.removeSelected)}
        {entry(t('editor.selectAll'), 'Ctrl+A', false, commands.selectAll)}
        <Menu.Divider />
        {entry(t('nodeTable.title'), 'T', false, () => store.getState().show({ kind: 'table' }))}
        {entry(t('usedBy.menu'), '', false, () => store.getState().show({ kind: 'usedBy' }))}
        {entry(t('editor.export'), '', false, exportChain)}
      </Menu.Dropdown>
    </Menu>
  );
}

function SaveState() {
  const { t } = useTranslation();
  const dirty = useChain(isDirty);
  const draftKept = useChain((state) => state.draftKept);
  return (
    <Text
      size="xs"
      c="dimmed"
      truncate
      className={classes.state ?? ''}
      data-warns={(dirty && !draftKept) || undefined}
    >
      {dirty ? t(draftKept ? 'editor.unsaved' : 'editor.noDraft') : t('editor.saved')}
    </Text>
  );
}

interface FindingsButtonProps {
  readonly shown: boolean;
  readonly onToggle: () => void;
}

function FindingsButton({ shown, onToggle }: FindingsButtonProps) {
  const { t } = useTranslation();
  const findings = useChain((state) => state.findings);
  const checked = useChain((state) => state.checked);
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const warnings = findings.length - errors;
  const texts = [
    ...(errors > 0 ? [t('editor.errors', { count: errors })] : []),
    ...(warnings > 0 ? [t('editor.warnings', { count: warnings })] : []),
  ];
  const text =
    texts.length > 0 ? texts.join(', ') : t(checked ? 'editor.noFindings' : 'editor.checking');
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      color={errors > 0 ? 'red' : warnings > 0 ? 'orange' : 'gray'}
      c={
        findings.length === 0
          ? 'var(--mantine-color-dimmed)'
          : errors > 0
            ? 'var(--error-text)'
            : 'var(--warning-text)'
      }
      leftSection={findings.length > 0 ? <WarningIcon /> : checked && <CheckIcon />}
      aria-expanded={shown}
      onClick={onToggle}
    >
      <span aria-live="polite">{text}</span>
    </Button>
  );
}
