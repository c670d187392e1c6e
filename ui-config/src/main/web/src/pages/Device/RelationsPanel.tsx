// SPDX-License-Identifier: Apache-2.0
import { ActionIcon, Anchor, Button, Skeleton, Table, Text, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { listRelations, type Direction } from '../../api/relations';
import type { EntityRelation } from '../../api/types';
import { ErrorNote } from '../../components/ErrorNote';
import { Icon } from '../../components/icons';
import { Panel } from '../../components/Panel';
import { useIsTenantAdmin } from '../../components/useAuthority';
import { usePages } from '../../components/usePages';
import { otherEnd, pageOf, sortedRelations } from '../../model/relation';
import { AddRelationDialog } from './AddRelationDialog';
import { DeleteRelationDialog } from './DeleteRelationDialog';
import classes from './DevicePage.module.css';

const PAGE_SIZE = 20;

/** The relations of a device with other entities. */
export function RelationsPanel({ deviceId }: { readonly deviceId: string }) {
  const { t } = useTranslation();
  const isAdmin = useIsTenantAdmin();
  const [dialog, setDialog] = useState<'add' | EntityRelation>();
  const from = useRelations(deviceId, 'from');
  const to = useRelations(deviceId, 'to');
  const relations =
    from.data === undefined || to.data === undefined
      ? undefined
      : sortedRelations(from.data, to.data);
  const error = from.error ?? to.error;
  const close = () => setDialog(undefined);
  return (
    <Panel
      title={t('device.relations.title')}
      controls={
        isAdmin && (
          <Button size="xs" variant="default" onClick={() => setDialog('add')}>
            {t('device.relations.add')}
          </Button>
        )
      }
    >
      {relations === undefined && error === null && <Skeleton height={80} />}
      {error !== null && <ErrorNote error={error} stale={relations !== undefined} />}
      {relations?.length === 0 && (
        <Text size="sm" c="dimmed" className={classes.padded ?? ''}>
          {t('device.relations.none')}
        </Text>
      )}
      {relations !== undefined && relations.length > 0 && (
        <RelationTable deviceId={deviceId} relations={relations} onDelete={setDialog} />
      )}
      {dialog === 'add' && <AddRelationDialog deviceId={deviceId} onClose={close} />}
      {dialog !== undefined && dialog !== 'add' && (
        <DeleteRelationDialog deviceId={deviceId} relation={dialog} onClose={close} />
      )}
    </Panel>
  );
}

function useRelations(deviceId: string, direction: Direction) {
  return useQuery({
    queryKey: ['relations', deviceId, direction],
    queryFn: ({ signal }) => listRelations(deviceId, direction, signal),
  });
}

interface RelationTableProps {
  readonly deviceId: string;
  readonly relations: readonly EntityRelation[];
  readonly onDelete: (relation: EntityRelation) => void;
}

function RelationTable({ deviceId, relations, onDelete }: RelationTableProps) {
  const { t } = useTranslation();
  const isAdmin = useIsTenantAdmin();
  const { shown, control } = usePages(relations, PAGE_SIZE);
  return (
    <>
      <Table className={classes.relations ?? ''} verticalSpacing={7} borderColor="var(--line)">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('device.relations.type')}</Table.Th>
            <Table.Th>{t('device.relations.entity')}</Table.Th>
            {isAdmin && (
              <Table.Th className={classes.actions ?? ''} pos="relative">
                <VisuallyHidden>{t('device.relations.actions')}</VisuallyHidden>
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.map((relation) => {
            const { id, name, direction } = otherEnd(relation, deviceId);
            const page = pageOf(id, isAdmin);
            const shownName = name ?? id.id;
            return (
              <Table.Tr key={`${direction} ${relation.type} ${id.entityType} ${id.id}`}>
                <Table.Td>
                  {relation.type}
                  <Text size="xs" c="dimmed">
                    {t(`device.relations.direction.${direction}`)}
                  </Text>
                </Table.Td>
                <Table.Td>
                  {page === undefined ? (
                    shownName
                  ) : (
                    <Anchor component={Link} to={page} size="sm">
                      {shownName}
                    </Anchor>
                  )}
                  <Text size="xs" c="dimmed">
                    {entityTypeName(id.entityType)}
                  </Text>
                </Table.Td>
                {isAdmin && (
                  <Table.Td>
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      aria-label={t('device.relations.delete', {
                        type: relation.type,
                        name: shownName,
                      })}
                      onClick={() => onDelete(relation)}
                    >
                      <Icon>
                        <path d="m5.5 5.5 9 9M14.5 5.5l-9 9" />
                      </Icon>
                    </ActionIcon>
                  </Table.Td>
                )}
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
      {control}
    </>
  );

  function entityTypeName(type: string): string {
    return t(`device.entityTypes.${type}` as 'device.entityTypes.DEVICE', { defaultValue: type });
  }
}
