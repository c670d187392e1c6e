// SPDX-License-Identifier: Apache-2.0
import { PasswordInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface PasswordFieldProps {
  readonly label: string;
  readonly description?: string | undefined;
  readonly autoComplete: 'current-password' | 'new-password';
  readonly error: string | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A required password. Unlike the library's field alone, it tells assistive technology that it has a problem. */
export function PasswordField({ error, onChange, ...props }: PasswordFieldProps) {
  const { t } = useTranslation();
  return (
    <PasswordInput
      {...props}
      required
      withAsterisk={false}
      error={error}
      aria-invalid={error !== undefined}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': t('common.showPassword') }}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
