// SPDX-License-Identifier: Apache-2.0
import { Group, Radio, Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../components/CopyButton';
import { SecretField } from '../../components/device/SecretField';
import {
  PROVISION_TYPES,
  type DeviceProfileDraft,
  type ProvisionType,
} from '../../model/deviceProfileForm';

interface ProvisioningFieldsProps {
  readonly draft: DeviceProfileDraft;
  readonly onChange: (draft: DeviceProfileDraft) => void;
  readonly errorOf: (field: 'provisionType' | 'key' | 'secret') => string | undefined;
}

/** Whether devices may ask for their credentials, and what they have to know for it. */
export function ProvisioningFields({ draft, onChange, errorOf }: ProvisioningFieldsProps) {
  const { t } = useTranslation();
  const { provisionType, key, secret } = draft;
  return (
    <>
      <Radio.Group
        label={t('deviceProfiles.provisioning')}
        value={provisionType}
        error={errorOf('provisionType')}
        onChange={(type) => onChange({ ...draft, provisionType: type as ProvisionType })}
      >
        <Stack gap={6} mt={4}>
          {PROVISION_TYPES.map((type) => (
            <Radio
              key={type}
              value={type}
              label={t(`deviceProfiles.provision.${type}`)}
              description={t(`deviceProfiles.provisionHelp.${type}`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      {provisionType !== 'DISABLED' && (
        <>
          <Group gap="xs" align="flex-end" wrap="nowrap">
            <TextInput
              flex={1}
              label={t('deviceProfiles.key')}
              placeholder={t('deviceProfiles.generated')}
              autoComplete="off"
              maxLength={255}
              value={key}
              error={errorOf('key')}
              onChange={({ currentTarget: { value } }) => onChange({ ...draft, key: value })}
            />
            {key !== '' && <CopyButton text={key} what={t('deviceProfiles.keyWhat')} />}
          </Group>
          <Group gap="xs" align="flex-end" wrap="nowrap">
            <div style={{ flex: 1 }}>
              <SecretField
                label={t('deviceProfiles.secret')}
                placeholder={t('deviceProfiles.generated')}
                value={secret}
                error={errorOf('secret')}
                onChange={(value) => onChange({ ...draft, secret: value })}
              />
            </div>
            {secret !== '' && <CopyButton text={secret} what={t('deviceProfiles.secretWhat')} />}
          </Group>
        </>
      )}
    </>
  );
}
