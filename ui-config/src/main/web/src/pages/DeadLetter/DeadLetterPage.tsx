// SPDX-License-Identifier: Apache-2.0
import { Anchor, Breadcrumbs, Button, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { readDeadLetter, type DeadLetterDetails } from '../../api/deadLetters';
import { ApiError } from '../../api/http';
import { ErrorNote } from '../../components/ErrorNote';
import { PageTitle } from '../../components/PageTitle';
import { Panel } from '../../components/Panel';
import { firstChainOf } from '../../model/path';
import { exactTime } from '../../model/time';
import { listIn, type Notice, type NoticeState } from '../DeadLetters/notice';
import { ContentPanel } from './ContentPanel';
import classes from './DeadLetterPage.module.css';
import { Facts } from './Facts';
import { PathList } from '../../components/PathList';

/** A dead letter: why and where it failed, and its message, to repair it and to send it again. */
export function DeadLetterPage() {
  const { letterId = '' } = useParams();
  return <OneLetter key={letterId} letterId={letterId} />;
}

function OneLetter({ letterId }: { readonly letterId: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const location = useLocation();
  const [back] = useState(() => `/dead-letters${listIn(location.state)}`);
  const { data: letter, error } = useQuery({
    queryKey: ['deadLetter', letterId],
    queryFn: ({ signal }) => readDeadLetter(letterId, signal),
    // A letter never changes. Its page must not read one again that its user has just sent.
    staleTime: Infinity,
  });
  const leave = async (notice: Notice) => {
    await queries.invalidateQueries({ queryKey: ['deadLetters'] });
    await navigate(back, { state: { notice } satisfies NoticeState });
  };
  const gone = error instanceof ApiError && error.status === 404;
  return (
    <Stack gap="md">
      <Breadcrumbs>
        <Anchor component={Link} to={back} size="sm">
          {t('deadLetters.title')}
        </Anchor>
        <Text size="sm" c="dimmed">
          {letter === undefined ? '…' : exactTime(letter.createdTime)}
        </Text>
      </Breadcrumbs>
      <PageTitle title={t('deadLetters.letter.title')} />
      {letter !== undefined && <Letter letter={letter} onDone={(notice) => void leave(notice)} />}
      {letter === undefined && error === null && <Skeleton height={420} />}
      {error !== null && !gone && <ErrorNote error={error} />}
      {gone && (
        <Stack gap="sm" align="flex-start">
          <Text>{t('deadLetters.letter.gone')}</Text>
          <Button component={Link} to={back} variant="default">
            {t('deadLetters.letter.back')}
          </Button>
        </Stack>
      )}
    </Stack>
  );
}

interface LetterProps {
  readonly letter: DeadLetterDetails;
  readonly onDone: (notice: Notice) => void;
}

function Letter({ letter, onDone }: LetterProps) {
  const { t } = useTranslation();
  const canvas = canvasOfLetter(letter);
  return (
    <div className={classes.areas}>
      <Stack gap="md" miw={0}>
        <Panel title={t('deadLetters.letter.error')}>
          <div className={classes.padded}>
            <p className={classes.error}>{letter.error}</p>
            <Facts letter={letter} />
          </div>
        </Panel>
        <Panel title={t('deadLetters.letter.path')}>
          <div className={classes.padded}>
            <PathList branches={letter.path} />
            {canvas !== undefined && (
              <Anchor component={Link} size="sm" to={canvas}>
                {t('deadLetters.letter.onCanvas')}
              </Anchor>
            )}
          </div>
        </Panel>
      </Stack>
      <ContentPanel letter={letter} onDone={onDone} />
    </div>
  );
}

/** Where the way of the letter's message is drawn, with the contents at each node; undefined if it passed none. */
function canvasOfLetter({ messageId, ruleChainId, path }: DeadLetterDetails): string | undefined {
  const chain = ruleChainId?.id ?? firstChainOf({ branches: path });
  return messageId == null || chain === undefined
    ? undefined
    : `/rule-chains/${chain}?message=${messageId}`;
}
