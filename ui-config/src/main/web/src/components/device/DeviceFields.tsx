// SPDX-License-Identifier: Apache-2.0
import { Anchor, Checkbox, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { DeviceDraft } from '../../model/deviceForm';
import { EntitySelect } from './EntitySelect';

const MAX_NAME = 255;

interface DeviceFieldsProps {
  readonly draft: DeviceDraft;
  readonly onChange: (draft: DeviceDraft) => void;
  /** Whether to say that the name is missing. */
  readonly showsProblems: boolean;
  /** Whether the default profile can be chosen by leaving the field empty. */
  readonly isNew: boolean;
}

/** The fields of a device that users may change. */
export function DeviceFields({ draft, onChange, showsProblems, isNew }: DeviceFieldsProps) {
  const { t } = useTranslation();
  const missing = showsProblems && draft.name.trim() === '';
  return (
    <>
      <TextInput
        label={t('common.name')}
        required
        data-autofocus
        autoComplete="off"
        maxLength={MAX_NAME}
        value={draft.name}
        error={missing ? t('devices.nameRequired') : undefined}
        onChange={({ currentTarget: { value } }) => onChange({ ...draft, name: value })}
      />
      <TextInput
        label={t('devices.label')}
        autoComplete="off"
        maxLength={MAX_NAME}
        value={draft.label}
        onChange={({ currentTarget: { value } }) => onChange({ ...draft, label: value })}
      />
      <EntitySelect
        label={t('devices.deviceProfile')}
        entityType="DEVICE_PROFILE"
        value={draft.profile}
        placeholder={t('devices.defaultProfile')}
        clearable={isNew}
        onChange={(profile) => onChange({ ...draft, profile })}
      />
      {draft.profile !== null && (
        // Another tab, so that what is entered here stays.
        <Anchor
          component={Link}
          to={`/device-profiles?edit=${encodeURIComponent(draft.profile)}`}
          target="_blank"
          size="xs"
        >
          {t('devices.showProfile')}
        </Anchor>
      )}
      <Textarea
        label={t('common.description')}
        autosize
        minRows={2}
        maxRows={8}
        value={draft.description}
        onChange={({ currentTarget: { value } }) => onChange({ ...draft, description: value })}
      />
      <Checkbox
        label={t('devices.gateway')}
        description={t('devices.gatewayHelp')}
        checked={draft.gateway}
        onChange={({ currentTarget: { checked } }) => onChange({ ...draft, gateway: checked })}
      />
    </>
  );
}
