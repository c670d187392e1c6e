// SPDX-License-Identifier: Apache-2.0
import { Autocomplete, Button, Group, Radio, Select, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { saveRelation, type Direction } from '../../api/relations';
import type { EntityId } from '../../api/types';
import { EntitySelect } from '../../components/device/EntitySelect';
import { Dialog } from '../../components/Dialog';
import { ErrorNote } from '../../components/ErrorNote';
import { COMMON_RELATION_TYPES, RELATED_TYPES, type RelatedType } from '../../model/relation';

interface AddRelationDialogProps {
  readonly deviceId: string;
  readonly onClose: () => void;
}

/** Relates a device with another entity. */
export function AddRelationDialog({ deviceId, onClose }: AddRelationDialogProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [direction, setDirection] = useState<Direction>('from');
  const [type, setType] = useState('Contains');
  const [entityType, setEntityType] = useState<RelatedType>('DEVICE');
  const [entity, setEntity] = useState<string | null>(null);
  const [tried, setTried] = useState(false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (other: EntityId) => {
      const device: EntityId = { entityType: 'DEVICE', id: deviceId };
      const [from, to] = direction === 'from' ? [device, other] : [other, device];
      return saveRelation({ from, to, type: type.trim() });
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['relations'] });
      onClose();
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (entity !== null && type.trim() !== '') {
      mutate({ entityType, id: entity });
    }
  };
  return (
    <Dialog title={t('device.relations.addTitle')} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <Radio.Group
            label={t('device.relations.directionLabel')}
            value={direction}
            onChange={(value) => setDirection(value === 'to' ? 'to' : 'from')}
          >
            <Group gap="md" mt={4}>
              <Radio value="from" label={t('device.relations.direction.from')} />
              <Radio value="to" label={t('device.relations.direction.to')} />
            </Group>
          </Radio.Group>
          <Autocomplete
            label={t('device.relations.type')}
            data={[...COMMON_RELATION_TYPES]}
            filter={({ options }) => options}
            value={type}
            maxLength={255}
            autoComplete="off"
            error={tried && type.trim() === '' ? t('device.relations.typeRequired') : undefined}
            onChange={setType}
          />
          <Select
            label={t('device.relations.entityType')}
            data={RELATED_TYPES.map((each) => ({
              value: each as string,
              label: t(`device.entityTypes.${each}`),
            }))}
            value={entityType}
            allowDeselect={false}
            onChange={(next) => {
              setEntityType(RELATED_TYPES.find((each) => each === next) ?? 'DEVICE');
              setEntity(null);
            }}
          />
          <EntitySelect
            label={t('device.relations.entity')}
            entityType={entityType}
            value={entity}
            placeholder={t('device.relations.entityPlaceholder')}
            clearable={false}
            error={tried && entity === null ? t('device.relations.entityRequired') : undefined}
            onChange={setEntity}
          />
          {error !== null && <ErrorNote error={error} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={isPending}>
              {t('device.relations.addConfirm')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
