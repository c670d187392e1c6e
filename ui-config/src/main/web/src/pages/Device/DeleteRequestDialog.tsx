// SPDX-License-Identifier: Apache-2.0
import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { deletePersistentRpc, type PersistentRpc } from '../../api/rpc';
import { DeleteDialog } from '../../components/DeleteDialog';
import { hasEnded } from '../../model/rpc';

interface DeleteRequestDialogProps {
  readonly deviceId: string;
  readonly rpc: PersistentRpc;
  readonly onClose: () => void;
}

/** Deletes a persistent request; if it has not ended, it ends with that. */
export function DeleteRequestDialog({ deviceId, rpc, onClose }: DeleteRequestDialogProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { method } = rpc.request.body;
  const waits = !hasEnded(rpc.status, rpc.request.oneway);
  return (
    <DeleteDialog
      title={t('rpc.deleteTitle', { method })}
      size="sm"
      remove={() =>
        deletePersistentRpc(rpc.id.id).finally(() =>
          queries.invalidateQueries({ queryKey: ['persistentRpc', deviceId] }),
        )
      }
      onClose={onClose}
    >
      <Text size="sm">{t(waits ? 'rpc.deleteWaiting' : 'rpc.deleteEnded')}</Text>
    </DeleteDialog>
  );
}
