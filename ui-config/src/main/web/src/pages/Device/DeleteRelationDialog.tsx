// SPDX-License-Identifier: Apache-2.0
import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { deleteRelation } from '../../api/relations';
import type { EntityRelation } from '../../api/types';
import { DeleteDialog } from '../../components/DeleteDialog';

interface DeleteRelationDialogProps {
  readonly deviceId: string;
  readonly relation: EntityRelation;
  readonly onClose: () => void;
}

/** Deletes a relation; the entities stay. */
export function DeleteRelationDialog({ deviceId, relation, onClose }: DeleteRelationDialogProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  return (
    <DeleteDialog
      title={t('device.relations.deleteTitle')}
      size="sm"
      remove={() => deleteRelation(relation)}
      onDeleted={() => queries.invalidateQueries({ queryKey: ['relations', deviceId] })}
      onClose={onClose}
    >
      <Text size="sm">
        {t('device.relations.deleteText', {
          from: relation.fromName ?? relation.from.id,
          type: relation.type,
          to: relation.toName ?? relation.to.id,
        })}
      </Text>
    </DeleteDialog>
  );
}
