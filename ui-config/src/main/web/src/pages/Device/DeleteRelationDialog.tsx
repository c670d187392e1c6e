// SPDX-License-Identifier: Apache-2.0
import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { deleteRelation } from '../../api/relations';
import type { EntityRelation } from '../../api/types';
import { Dialog } from '../../components/Dialog';
import { ErrorNote } from '../../components/ErrorNote';

interface DeleteRelationDialogProps {
  readonly deviceId: string;
  readonly relation: EntityRelation;
  readonly onClose: () => void;
}

/** Deletes a relation after a confirmation; the entities stay. */
export function DeleteRelationDialog({ deviceId, relation, onClose }: DeleteRelationDialogProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => deleteRelation(relation),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['relations', deviceId] });
      onClose();
    },
  });
  return (
    <Dialog title={t('device.relations.deleteTitle')} onClose={onClose} size="sm">
      <Stack gap="sm">
        <Text size="sm">
          {t('device.relations.deleteText', {
            from: relation.fromName ?? relation.from.id,
            type: relation.type,
            to: relation.toName ?? relation.to.id,
          })}
        </Text>
        {error !== null && <ErrorNote error={error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button color="red" loading={isPending} onClick={() => mutate()}>
            {t('common.delete')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
