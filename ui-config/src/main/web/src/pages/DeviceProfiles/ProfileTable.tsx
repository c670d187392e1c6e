// SPDX-License-Identifier: Apache-2.0
import { Badge, Button, Group, Table, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { makeDefault, type DeviceProfile, type SortProperty } from '../../api/deviceProfiles';
import { EntityName } from '../../components/EntityName';
import { ErrorNote } from '../../components/ErrorNote';
import { SortableHead } from '../../components/SortableHead';
import { DEFAULT_QUEUE, draftOf } from '../../model/deviceProfileForm';
import { DeleteProfileDialog } from './DeleteProfileDialog';
import classes from './ProfileTable.module.css';
import { useProfileList } from './useProfileList';

export function ProfileTable({ profiles }: { readonly profiles: readonly DeviceProfile[] }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [deleted, setDeleted] = useState<DeviceProfile>();
  const choosing = useMutation({
    mutationFn: (id: string) => makeDefault(id),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['deviceProfiles'] }),
  });
  return (
    <>
      {choosing.error !== null && <ErrorNote error={choosing.error} />}
      <div className={classes.frame}>
        <Table.ScrollContainer minWidth={960} type="native">
          <Table verticalSpacing={9} horizontalSpacing="md" borderColor="var(--line)">
            <Table.Thead>
              <Table.Tr>
                <SortHead property="name" name={t('common.name')} />
                <SortHead property="isDefault" name={t('deviceProfiles.default')} />
                <Table.Th>{t('deviceProfiles.transport')}</Table.Th>
                <Table.Th>{t('deviceProfiles.provisioning')}</Table.Th>
                <Table.Th>{t('deviceProfiles.chain')}</Table.Th>
                <Table.Th>{t('deviceProfiles.queue')}</Table.Th>
                <Table.Th>{t('deviceProfiles.actions')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {profiles.map((profile) => (
                <ProfileRow
                  key={profile.id.id}
                  profile={profile}
                  isBusy={choosing.isPending}
                  onDefault={() => choosing.mutate(profile.id.id)}
                  onDelete={() => setDeleted(profile)}
                />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </div>
      {deleted !== undefined && (
        <DeleteProfileDialog profile={deleted} onClose={() => setDeleted(undefined)} />
      )}
    </>
  );
}

function SortHead(props: { readonly property: SortProperty; readonly name: string }) {
  const { property, name } = props;
  const { sortProperty, descending, show } = useProfileList();
  const direction = descending ? 'descending' : 'ascending';
  return (
    <SortableHead
      name={name}
      sorted={sortProperty === property ? direction : undefined}
      onSort={(down) => show({ sortProperty: property, descending: down, page: 0 })}
    />
  );
}

interface ProfileRowProps {
  readonly profile: DeviceProfile;
  readonly isBusy: boolean;
  readonly onDefault: () => void;
  readonly onDelete: () => void;
}

function ProfileRow({ profile, isBusy, onDefault, onDelete }: ProfileRowProps) {
  const { t } = useTranslation();
  const { edit } = useProfileList();
  const { name, description, defaultRuleChainId, defaultQueueName } = profile;
  const { transport, provisionType } = draftOf(profile);
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={400} className={classes.text ?? ''}>
        <button
          type="button"
          className={classes.name}
          aria-label={t('deviceProfiles.edit', { name })}
          onClick={() => edit(profile.id.id)}
        >
          {name}
        </button>
        {description !== null && (
          <Text size="xs" c="dimmed" lineClamp={2} title={description}>
            {description}
          </Text>
        )}
      </Table.Th>
      <Table.Td>
        {profile.default && (
          <Badge variant="light" tt="none">
            {t('deviceProfiles.default')}
          </Badge>
        )}
      </Table.Td>
      <Table.Td>{t(`deviceProfiles.transports.${transport}`)}</Table.Td>
      <Table.Td>{t(`deviceProfiles.provision.${provisionType}`)}</Table.Td>
      <Table.Td className={classes.text ?? ''}>
        {defaultRuleChainId === null ? (
          t('deviceProfiles.rootChain')
        ) : (
          <EntityName entityType="RULE_CHAIN" id={defaultRuleChainId.id} />
        )}
      </Table.Td>
      <Table.Td className={classes.text ?? ''}>{defaultQueueName ?? DEFAULT_QUEUE}</Table.Td>
      <Table.Td>
        <Group gap="xs" wrap="nowrap">
          <Button
            component={Link}
            to={`/devices?profile=${profile.id.id}`}
            size="compact-sm"
            variant="default"
            aria-label={t('deviceProfiles.devicesOf', { name })}
          >
            {t('deviceProfiles.devices')}
          </Button>
          {!profile.default && (
            <>
              <Button
                size="compact-sm"
                variant="default"
                disabled={isBusy}
                aria-label={t('deviceProfiles.makeDefaultOf', { name })}
                onClick={onDefault}
              >
                {t('deviceProfiles.makeDefault')}
              </Button>
              <Button
                size="compact-sm"
                variant="default"
                c="var(--mantine-color-error)"
                aria-label={t('deviceProfiles.deleteOf', { name })}
                onClick={onDelete}
              >
                {t('common.delete')}
              </Button>
            </>
          )}
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
