// SPDX-License-Identifier: Apache-2.0
import { useTranslation } from 'react-i18next';
import type { NewPassword, NewPasswordProblems, PasswordPolicy } from '../model/password';
import { PasswordField } from './PasswordField';

interface NewPasswordFieldsProps {
  /** Undefined until the server has told its rules. */
  readonly policy: PasswordPolicy | undefined;
  readonly entered: NewPassword;
  readonly problems: NewPasswordProblems;
  readonly onChange: (entered: NewPassword) => void;
}

/** A new password, entered twice, under the rules for it. */
export function NewPasswordFields(props: NewPasswordFieldsProps) {
  const { policy, entered, problems, onChange } = props;
  const { t } = useTranslation();
  const limits = { min: policy?.minimumLength ?? 0, max: policy?.maximumLength ?? 0 };
  return (
    <>
      <PasswordField
        label={t('password.new')}
        description={policy === undefined ? undefined : t('password.rules', limits)}
        autoComplete="new-password"
        error={problems.password && t(`password.problem.${problems.password}`, limits)}
        value={entered.password}
        onChange={(password) => onChange({ ...entered, password })}
      />
      <PasswordField
        label={t('password.repeat')}
        autoComplete="new-password"
        error={problems.repeated && t(`password.problem.${problems.repeated}`, limits)}
        value={entered.repeated}
        onChange={(repeated) => onChange({ ...entered, repeated })}
      />
    </>
  );
}
