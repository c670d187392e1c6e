// SPDX-License-Identifier: Apache-2.0
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { changePassword, passwordRefusal } from '../../api/account';
import { NewPasswordFields } from '../../components/NewPasswordFields';
import { PasswordField } from '../../components/PasswordField';
import { usePasswordPolicy } from '../../components/usePasswordPolicy';
import { useProblemFocus } from '../../components/useProblemFocus';
import {
  newPasswordProblems,
  type NewPasswordProblems,
  type PasswordProblem,
} from '../../model/password';
import classes from './AccountPage.module.css';

const EMPTY = { current: '', password: '', repeated: '' };

interface Problems extends NewPasswordProblems {
  readonly current?: PasswordProblem | 'current';
}

const NO_PROBLEMS: Problems = {};

/** The form that changes the user's password. */
export function ChangePassword({ username }: { readonly username: string }) {
  const { t } = useTranslation();
  const policy = usePasswordPolicy();
  const [entered, setEntered] = useState(EMPTY);
  const [problems, setProblems] = useState(NO_PROBLEMS);
  const [outcome, setOutcome] = useState<'pending' | 'changed' | Error>();
  const form = useProblemFocus(problems);

  const fail = (e: unknown) => {
    const refusal = passwordRefusal(e);
    setOutcome(undefined);
    if (refusal === 'current') {
      setProblems({ current: 'current' });
    } else if (refusal === 'unchanged') {
      setProblems({ password: 'unchanged' });
    } else {
      setOutcome(e instanceof Error ? e : new Error(String(e)));
    }
  };

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const found: Problems = {
      ...(entered.current === '' ? { current: 'missing' as const } : {}),
      ...newPasswordProblems(entered, policy, entered.current),
    };
    setProblems(found);
    setOutcome(undefined);
    if (Object.keys(found).length > 0) {
      return;
    }
    setOutcome('pending');
    try {
      await changePassword(entered.current, entered.password);
      setEntered(EMPTY);
      setOutcome('changed');
    } catch (e) {
      fail(e);
    }
  };

  return (
    <form ref={form} noValidate className={classes.form} onSubmit={(event) => void submit(event)}>
      <Stack gap="sm">
        {/* For password managers, which otherwise do not know whose password it is. */}
        <input type="text" autoComplete="username" value={username} readOnly hidden />
        <PasswordField
          label={t('password.current')}
          autoComplete="current-password"
          error={problems.current && t(`password.problem.${problems.current}`)}
          value={entered.current}
          onChange={(current) => setEntered({ ...entered, current })}
        />
        <NewPasswordFields
          policy={policy}
          entered={entered}
          problems={problems}
          onChange={(changed) => setEntered({ ...entered, ...changed })}
        />
        <Text size="sm" c="dimmed">
          {t('account.changeHelp')}
        </Text>
        <div role="status">
          {outcome === 'changed' && (
            <Alert color="teal" variant="light" py="xs">
              {t('account.changed')}
            </Alert>
          )}
        </div>
        {outcome instanceof Error && (
          <Alert role="alert" color="red" variant="light" py="xs">
            {outcome.message}
          </Alert>
        )}
        <Group>
          <Button type="submit" loading={outcome === 'pending'}>
            {t('account.changePassword')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
