// SPDX-License-Identifier: Apache-2.0
import { Alert, Anchor, Button, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { activate, canActivate } from '../../api/account';
import { ApiError } from '../../api/http';
import { changeUser, signInState, type TokenPair } from '../../api/session';
import { EntryCard } from '../../components/EntryCard';
import { ErrorNote } from '../../components/ErrorNote';
import { NewPasswordFields } from '../../components/NewPasswordFields';
import { usePasswordPolicy } from '../../components/usePasswordPolicy';
import { useAddress } from '../../components/useAddress';
import { useProblemFocus } from '../../components/useProblemFocus';
import { newPasswordProblems, type NewPasswordProblems } from '../../model/password';

/** Where an activation link leads: the user of a new account sets the first password. */
export function ActivatePage() {
  const [params] = useAddress();
  const token = params.get('activateToken') ?? '';
  const navigate = useNavigate();
  const [refused, setRefused] = useState(false);
  const [activated, setActivated] = useState(false);
  const { data: isGood, error } = useQuery({
    // An active account's token is not valid any more.
    enabled: !activated,
    queryKey: ['activation', token],
    queryFn: ({ signal }) => (token === '' ? false : canActivate(token, signal)),
    staleTime: Infinity,
    refetchInterval: ({ state }) => (state.status === 'error' ? 5_000 : false),
  });
  const enter = (pair: TokenPair) => {
    setActivated(true);
    changeUser(pair);
    void navigate('/', { replace: true });
  };
  if (activated) {
    return null;
  }
  if (refused || isGood === false) {
    return (
      <Frame titleKey="activate.invalidTitle">
        <InvalidLink />
      </Frame>
    );
  }
  return (
    <Frame titleKey="activate.title">
      {isGood === true && (
        <PasswordForm token={token} onActivated={enter} onRefused={() => setRefused(true)} />
      )}
      {isGood === undefined &&
        (error === null ? <Skeleton height={240} /> : <ErrorNote error={error} />)}
    </Frame>
  );
}

interface FrameProps {
  readonly titleKey: 'activate.title' | 'activate.invalidTitle';
  readonly children: ReactNode;
}

function Frame({ titleKey, children }: FrameProps) {
  const { t } = useTranslation();
  const text = t(titleKey);
  useEffect(() => {
    document.title = `${text} – Millrace`;
  }, [text]);
  return (
    <EntryCard>
      <Stack gap="sm">
        <Title order={2} size="h4">
          {text}
        </Title>
        {children}
      </Stack>
    </EntryCard>
  );
}

interface PasswordFormProps {
  readonly token: string;
  readonly onActivated: (pair: TokenPair) => void;
  readonly onRefused: () => void;
}

function PasswordForm({ token, onActivated, onRefused }: PasswordFormProps) {
  const { t } = useTranslation();
  const policy = usePasswordPolicy();
  const [entered, setEntered] = useState({ password: '', repeated: '' });
  const [problems, setProblems] = useState<NewPasswordProblems>({});
  const [outcome, setOutcome] = useState<'pending' | Error>();
  const form = useProblemFocus(problems);
  const user = signInState().session?.user;

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const found = newPasswordProblems(entered, policy);
    setProblems(found);
    setOutcome(undefined);
    if (Object.keys(found).length > 0) {
      return;
    }
    setOutcome('pending');
    try {
      onActivated(await activate(token, entered.password));
    } catch (e) {
      if (e instanceof ApiError && e.status === 401) {
        onRefused();
      }
      setOutcome(e instanceof Error ? e : new Error(String(e)));
    }
  };

  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap="sm">
        <Text size="sm">{t('activate.text')}</Text>
        {user !== undefined && (
          <Alert color="yellow" variant="light" py="xs">
            {t('activate.otherUser', { user })}
          </Alert>
        )}
        {outcome instanceof Error && (
          <Alert role="alert" color="red" variant="light" py="xs">
            {outcome.message}
          </Alert>
        )}
        <NewPasswordFields
          policy={policy}
          entered={entered}
          problems={problems}
          onChange={setEntered}
        />
        <Button type="submit" loading={outcome === 'pending'} mt="xs" fullWidth>
          {t('activate.submit')}
        </Button>
      </Stack>
    </form>
  );
}

function InvalidLink() {
  const { t } = useTranslation();
  const user = signInState().session?.user;
  return (
    <>
      <Text size="sm" role="alert">
        {t('activate.invalid')}
      </Text>
      <Anchor component={Link} to="/" replace size="sm">
        {user === undefined ? t('activate.toSignIn') : t('activate.toFirstPage', { user })}
      </Anchor>
    </>
  );
}
