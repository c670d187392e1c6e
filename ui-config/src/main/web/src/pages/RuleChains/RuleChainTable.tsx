// SPDX-License-Identifier: Apache-2.0
import { ActionIcon, Anchor, Badge, Group, Menu, Table, Text, VisuallyHidden } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import {
  readMetadata,
  SORT_PROPERTIES,
  type RuleChain,
  type SortProperty,
} from '../../api/ruleChains';
import { UsedByDialog } from '../../components/chain/UsedByDialog';
import { download } from '../../components/download';
import { ErrorNote } from '../../components/ErrorNote';
import { Icon } from '../../components/icons';
import { SortableHead } from '../../components/SortableHead';
import { useListAddress } from '../../components/useListAddress';
import { RenameDialog } from '../../components/chain/PropertiesDialog';
import { exportFile, exportFileName } from '../../model/chain/exportFile';
import { exactTime } from '../../model/time';
import { DeleteChainDialog, MakeRootDialog } from './ChainDialogs';
import classes from './RuleChainTable.module.css';
import { useDragExport } from './useDragExport';

export function RuleChainTable({ chains }: { readonly chains: readonly RuleChain[] }) {
  const { t } = useTranslation();
  return (
    <div className={classes.frame}>
      <Table.ScrollContainer minWidth="var(--least-width)" type="native">
        <Table
          verticalSpacing={9}
          horizontalSpacing="md"
          borderColor="var(--line)"
          highlightOnHover
          highlightOnHoverColor="var(--page)"
        >
          <Table.Thead>
            <Table.Tr>
              <SortHead property="name" name={t('common.name')} />
              <Table.Th>{t('common.description')}</Table.Th>
              <SortHead property="createdTime" name={t('ruleChains.created')} width="11rem" />
              <Table.Th w="3.5rem" pos="relative">
                <VisuallyHidden>{t('editor.more')}</VisuallyHidden>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {chains.map((chain) => (
              <RuleChainRow key={chain.id.id} chain={chain} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </div>
  );
}

function SortHead(props: {
  readonly property: SortProperty;
  readonly name: string;
  readonly width?: string;
}) {
  const { property, ...head } = props;
  const { sortProperty, descending, show } = useListAddress(SORT_PROPERTIES);
  const direction = descending ? 'descending' : 'ascending';
  return (
    <SortableHead
      {...head}
      sorted={sortProperty === property ? direction : undefined}
      onSort={(down) => show({ sortProperty: property, descending: down, page: 0 })}
    />
  );
}

function RuleChainRow({ chain }: { readonly chain: RuleChain }) {
  const { t } = useTranslation();
  const [dialog, setDialog] = useState<'rename' | 'delete' | 'root' | 'usedBy'>();
  const close = () => setDialog(undefined);
  const { name, id, root, createdTime, additionalInfo } = chain;
  const description = additionalInfo?.description;
  const dragExport = useDragExport(chain);
  const exporting = useMutation({
    mutationFn: () => readMetadata(id.id),
    onSuccess: (metadata) => download(exportFileName(name), exportFile(chain, metadata)),
  });
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={400} className={classes.name ?? ''}>
        <Group gap="xs">
          <Anchor
            component={Link}
            to={`/rule-chains/${id.id}`}
            size="sm"
            fw={600}
            title={t('ruleChains.dragHelp')}
            {...dragExport}
          >
            {name}
          </Anchor>
          {root && (
            <Badge variant="light" tt="none" title={t('ruleChains.rootHelp')}>
              {t('ruleChains.root')}
            </Badge>
          )}
        </Group>
        {exporting.error !== null && <ErrorNote error={exporting.error} />}
      </Table.Th>
      <Table.Td>
        <Text size="sm" c="dimmed" lineClamp={2}>
          {typeof description === 'string' ? description : ''}
        </Text>
      </Table.Td>
      <Table.Td c="dimmed">{exactTime(createdTime).slice(0, 16)}</Table.Td>
      <Table.Td>
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('ruleChains.actions', { name })}
              title={t('ruleChains.actions', { name })}
            >
              <Icon>
                <path d="M4.5 10h.01M10 10h.01M15.5 10h.01" />
              </Icon>
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item component={Link} to={`/rule-chains/${id.id}`}>
              {t('ruleChains.open')}
            </Menu.Item>
            <Menu.Item onClick={() => setDialog('rename')}>{t('ruleChains.rename')}</Menu.Item>
            <Menu.Item component={Link} to={`/rule-chains/${id.id}/versions`}>
              {t('ruleChains.versions')}
            </Menu.Item>
            <Menu.Item onClick={() => setDialog('usedBy')}>{t('usedBy.menu')}</Menu.Item>
            <Menu.Item onClick={() => exporting.mutate()}>{t('ruleChains.export')}</Menu.Item>
            {!root && (
              <>
                <Menu.Item onClick={() => setDialog('root')}>{t('ruleChains.makeRoot')}</Menu.Item>
                <Menu.Divider />
                <Menu.Item c="var(--mantine-color-error)" onClick={() => setDialog('delete')}>
                  {t('common.delete')}
                </Menu.Item>
              </>
            )}
          </Menu.Dropdown>
        </Menu>
        {dialog === 'rename' && <RenameDialog chain={chain} onClose={close} />}
        {dialog === 'delete' && <DeleteChainDialog chain={chain} onClose={close} />}
        {dialog === 'usedBy' && <UsedByDialog chain={chain} onClose={close} />}
        {dialog === 'root' && <MakeRootDialog chain={chain} onClose={close} />}
      </Table.Td>
    </Table.Tr>
  );
}
