// SPDX-License-Identifier: Apache-2.0
import { Autocomplete, Button, Group, Stack } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../components/Dialog';
import { COMMON_UNITS, MAX_UNIT_LENGTH } from '../../model/units';
import { setUnit } from '../../store/units';

interface UnitDialogProps {
  /** The id of the device profile. */
  readonly profile: string;
  readonly keyName: string;
  readonly unit: string;
  readonly onClose: () => void;
}

/** Sets the unit of a key for all devices of a profile, in this browser. */
export function UnitDialog({ profile, keyName, unit, onClose }: UnitDialogProps) {
  const { t } = useTranslation();
  const [text, setText] = useState(unit);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setUnit(profile, keyName, text);
    onClose();
  };
  return (
    <Dialog title={t('device.unit.title', { key: keyName })} onClose={onClose} size="sm">
      <form onSubmit={submit}>
        <Stack gap="sm">
          <Autocomplete
            label={t('device.unit.unit')}
            description={t('device.unit.help')}
            data={[...COMMON_UNITS]}
            value={text}
            maxLength={MAX_UNIT_LENGTH}
            autoComplete="off"
            data-autofocus
            onChange={setText}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit">{t('device.save')}</Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
