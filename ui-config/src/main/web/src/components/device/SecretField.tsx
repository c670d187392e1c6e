// SPDX-License-Identifier: Apache-2.0
import { PasswordInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface SecretFieldProps {
  readonly label: string;
  readonly placeholder?: string;
  readonly error: string | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A secret of a device, hidden until the user wants to see it. It is no password of the user: nothing fills it in. */
export function SecretField({ label, placeholder, error, value, onChange }: SecretFieldProps) {
  const { t } = useTranslation();
  return (
    <PasswordInput
      label={label}
      placeholder={placeholder ?? ''}
      error={error}
      aria-invalid={error !== undefined}
      autoComplete="off"
      maxLength={255}
      value={value}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': t('device.credentials.show', { what: label }) }}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
