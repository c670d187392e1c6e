// SPDX-License-Identifier: Apache-2.0
import { Button, Skeleton, Table, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listPersistentRpc, type PersistentRpc } from '../../api/rpc';
import { ErrorNote } from '../../components/ErrorNote';
import { Pager } from '../../components/Pager';
import { useAddress } from '../../components/useAddress';
import { useIsTenantAdmin } from '../../components/useAuthority';
import { namePage, pageIn } from '../../model/address';
import { writeJson } from '../../model/exactJson';
import { hasEnded } from '../../model/rpc';
import { exactTime } from '../../model/time';
import { DeleteRequestDialog } from './DeleteRequestDialog';
import classes from './DevicePage.module.css';

const PAGE_SIZE = 10;
const OPEN_MS = 2_000;
const ENDED_MS = 15_000;
const PAGE = 'rpcPage';

/** The requests that the server keeps for the device until it has them. */
export function PersistentRequests({ deviceId }: { readonly deviceId: string }) {
  const { t } = useTranslation();
  const isAdmin = useIsTenantAdmin();
  const [deleted, setDeleted] = useState<PersistentRpc>();
  const [params, changeAddress] = useAddress();
  const page = pageIn(params, PAGE);
  const { data, error } = useQuery({
    queryKey: ['persistentRpc', deviceId, page],
    queryFn: ({ signal }) => listPersistentRpc(deviceId, PAGE_SIZE, page, signal),
    placeholderData: keepPreviousData,
    // Another user may send one meanwhile.
    refetchInterval: ({ state }) =>
      state.data?.data.every(({ status, request }) => hasEnded(status, request.oneway)) === true
        ? ENDED_MS
        : OPEN_MS,
  });
  return (
    <div className={classes.part}>
      <Text size="sm" fw={600} component="h3" m={0} className={classes.partTitle ?? ''}>
        {t('rpc.persistentTitle')}
      </Text>
      {data === undefined && error === null && <Skeleton height={60} />}
      {error !== null && <ErrorNote error={error} stale={data !== undefined} />}
      {data?.data.length === 0 && (
        <Text size="sm" c="dimmed" className={classes.partTitle ?? ''}>
          {t('rpc.noPersistent')}
        </Text>
      )}
      {data !== undefined && data.data.length > 0 && (
        <Table.ScrollContainer minWidth={640} type="native">
          <Table verticalSpacing={5} horizontalSpacing="md" borderColor="var(--line)">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('rpc.created')}</Table.Th>
                <Table.Th>{t('rpc.method')}</Table.Th>
                <Table.Th>{t('rpc.state')}</Table.Th>
                <Table.Th>{t('rpc.expires')}</Table.Th>
                <Table.Th>{t('rpc.response')}</Table.Th>
                {isAdmin && <Table.Th>{t('rpc.actions')}</Table.Th>}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.data.map((rpc) => (
                <Row
                  key={rpc.id.id}
                  rpc={rpc}
                  onDelete={isAdmin ? () => setDeleted(rpc) : undefined}
                />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      <Pager
        padding="xs"
        pages={data?.totalPages ?? 0}
        page={page}
        label={t('rpc.pages')}
        onPage={(next) => changeAddress((present) => namePage(present, PAGE, next))}
      />
      {deleted !== undefined && (
        <DeleteRequestDialog
          deviceId={deviceId}
          rpc={deleted}
          onClose={() => setDeleted(undefined)}
        />
      )}
    </div>
  );
}

interface RowProps {
  readonly rpc: PersistentRpc;
  readonly onDelete: (() => void) | undefined;
}

function Row({ rpc, onDelete }: RowProps) {
  const { t } = useTranslation();
  const { createdTime, expirationTime, status, request, response } = rpc;
  const { method, params } = request.body;
  return (
    <Table.Tr>
      <Table.Td>{exactTime(createdTime).slice(0, 19)}</Table.Td>
      <Table.Td className={classes.title ?? ''}>
        {method}
        <Text size="xs" c="dimmed" lineClamp={1} title={params}>
          {params}
        </Text>
      </Table.Td>
      <Table.Td title={t(`rpc.stateHelp.${status}`)}>{t(`rpc.states.${status}`)}</Table.Td>
      <Table.Td>{exactTime(expirationTime).slice(0, 19)}</Table.Td>
      <Table.Td className={classes.title ?? ''}>
        {response !== null && <span className={classes.long}>{writeJson(response)}</span>}
      </Table.Td>
      {onDelete !== undefined && (
        <Table.Td>
          <Button
            size="compact-sm"
            variant="default"
            c="var(--mantine-color-error)"
            aria-label={t('rpc.deleteOf', { method, time: exactTime(createdTime).slice(0, 19) })}
            onClick={onDelete}
          >
            {t('common.delete')}
          </Button>
        </Table.Td>
      )}
    </Table.Tr>
  );
}
