// SPDX-License-Identifier: Apache-2.0
import { Button, Group, Select, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../components/CopyButton';
import {
  CREDENTIALS_TYPES,
  newToken,
  type CredentialsDraft,
  type CredentialsKind,
  type CredentialsProblem,
} from '../../model/credentials';
import { SecretField } from '../../components/device/SecretField';

const MAX_LENGTH = 255;

interface CredentialsFieldsProps {
  readonly draft: CredentialsDraft;
  readonly onChange: (draft: CredentialsDraft) => void;
  readonly problem: CredentialsProblem | undefined;
}

/** The fields of the chosen type of credentials. */
export function CredentialsFields({ draft, onChange, problem }: CredentialsFieldsProps) {
  const { t } = useTranslation();
  const error = problem === undefined ? undefined : t(`device.credentials.problem.${problem}`);
  return (
    <>
      <Select
        label={t('device.credentials.type')}
        data={CREDENTIALS_TYPES.map((type) => ({
          value: type,
          label: t(`device.credentials.types.${type}`),
        }))}
        value={draft.type}
        allowDeselect={false}
        onChange={(type) => type !== null && onChange({ ...draft, type: type as CredentialsKind })}
      />
      {draft.type === 'ACCESS_TOKEN' ? (
        <>
          <SecretField
            label={t('devices.accessToken')}
            error={error}
            value={draft.token}
            onChange={(token) => onChange({ ...draft, token })}
          />
          <Group gap="xs">
            <CopyButton text={draft.token} what={t('devices.first.token')} />
            <Button
              variant="default"
              size="compact-sm"
              onClick={() => onChange({ ...draft, token: newToken() })}
            >
              {t('device.credentials.generate')}
            </Button>
          </Group>
        </>
      ) : (
        <>
          <TextInput
            label={t('device.credentials.clientId')}
            description={t('device.credentials.clientIdHelp')}
            autoComplete="off"
            maxLength={MAX_LENGTH}
            value={draft.clientId}
            error={problem === 'noName' ? error : undefined}
            onChange={({ currentTarget: { value } }) => onChange({ ...draft, clientId: value })}
          />
          <TextInput
            label={t('device.credentials.userName')}
            autoComplete="off"
            maxLength={MAX_LENGTH}
            value={draft.userName}
            error={problem === 'passwordNeedsName' ? error : undefined}
            onChange={({ currentTarget: { value } }) => onChange({ ...draft, userName: value })}
          />
          <SecretField
            label={t('device.credentials.password')}
            error={undefined}
            value={draft.password}
            onChange={(password) => onChange({ ...draft, password })}
          />
          {draft.password !== '' && (
            <Group gap="xs">
              <CopyButton text={draft.password} what={t('device.credentials.passwordWhat')} />
            </Group>
          )}
        </>
      )}
    </>
  );
}
