// SPDX-License-Identifier: Apache-2.0
import { ActionIcon, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { ApiError } from '../../../api/http';
import { readPath, type MessagePath } from '../../../api/paths';
import { durationText } from '../../../model/duration';
import { walkOf } from '../../../model/path';
import { wayOf } from '../../../model/test/way';
import { exactTime } from '../../../model/time';
import { useChain } from '../chainContext';
import { CloseIcon } from '../icons';
import { useTesting } from '../test/testContext';
import classes from './FollowedMessage.module.css';

const NOT_FOUND = 404;

/** Draws the way of the message that the address names, and says how the message ended. */
export function FollowedMessage() {
  const [params, setParams] = useSearchParams();
  const message = params.get('message');
  return message === null ? null : (
    <Followed
      key={message}
      message={message}
      onClose={() =>
        setParams(
          (former) => {
            former.delete('message');
            return former;
          },
          { replace: true },
        )
      }
    />
  );
}

interface FollowedProps {
  readonly message: string;
  readonly onClose: () => void;
}

function Followed({ message, onClose }: FollowedProps) {
  const { t } = useTranslation();
  const { store } = useTesting();
  const chainId = useChain((state) => state.chainId);
  const document = useChain(({ history }) => history.present);
  const { data, error } = useQuery({
    queryKey: ['messagePath', message],
    queryFn: ({ signal }) => readPath(message, signal),
    staleTime: Infinity,
  });
  const branches = data === undefined ? undefined : branchesOf(data);
  const way = useMemo(
    () =>
      branches === undefined
        ? undefined
        : wayOf(walkOf({ branches, error: data?.deliveries[0]?.error ?? null }), chainId, document),
    [branches, data, chainId, document],
  );
  useEffect(() => {
    store.getState().follow(way);
    return () => store.getState().follow(undefined);
  }, [store, way]);

  const delivery = data?.deliveries[0];
  const text = () => {
    if (error !== null) {
      return error instanceof ApiError && error.status === NOT_FOUND
        ? t('paths.followedGone')
        : error.message;
    }
    if (way?.nodes.size === 0) {
      return t('paths.followedElsewhere');
    }
    return delivery === undefined
      ? t('paths.followedInFlight')
      : t('paths.followed', {
          time: exactTime(delivery.endedTs),
          outcome: t(`paths.outcomes.${delivery.outcome}`),
          duration: typeof delivery.micros === 'number' ? durationText(delivery.micros) : '',
        });
  };
  return (
    <div className={classes.bar} role="status">
      <Text size="sm">{data === undefined && error === null ? '…' : text()}</Text>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={22}
        aria-label={t('paths.close')}
        title={t('paths.close')}
        onClick={onClose}
      >
        <CloseIcon />
      </ActionIcon>
    </div>
  );
}

/** The branches of the last delivery; of a message that has none yet, those of its way so far. */
function branchesOf({ deliveries, inFlight }: MessagePath) {
  return (deliveries[0] ?? inFlight[0])?.branches ?? [];
}
