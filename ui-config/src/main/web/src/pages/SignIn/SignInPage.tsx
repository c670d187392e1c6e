// SPDX-License-Identifier: Apache-2.0
import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useEffect, useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { signIn } from '../../api/session';
import { EntryCard } from '../../components/EntryCard';

interface SignInPageProps {
  /** Whether the last session ended against the user's will. */
  readonly expired: boolean;
}

export function SignInPage({ expired }: SignInPageProps) {
  const { t } = useTranslation();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string>();

  useEffect(() => {
    document.title = `${t('signIn.title')} – Millrace`;
  }, [t]);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    setPending(true);
    setProblem(undefined);
    try {
      await signIn(email.trim(), password);
    } catch (e) {
      setProblem(e instanceof Error ? e.message : String(e));
      setPending(false);
    }
  };

  return (
    <EntryCard>
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="sm">
          {expired && problem === undefined && (
            <Alert role="status" color="yellow" variant="light" py="xs">
              {t('signIn.expired')}
            </Alert>
          )}
          {problem !== undefined && (
            <Alert role="alert" color="red" variant="light" py="xs">
              {problem}
            </Alert>
          )}
          <TextInput
            label={t('signIn.email')}
            type="email"
            autoComplete="username"
            required
            withAsterisk={false}
            // eslint-disable-next-line jsx-a11y/no-autofocus -- the page has nothing to read before this field
            autoFocus
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <PasswordInput
            label={t('signIn.password')}
            autoComplete="current-password"
            required
            withAsterisk={false}
            visibilityToggleButtonProps={{ 'aria-label': t('common.showPassword') }}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <Button type="submit" loading={pending} mt="xs" fullWidth>
            {t('signIn.submit')}
          </Button>
        </Stack>
      </form>
    </EntryCard>
  );
}
