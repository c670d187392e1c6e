// SPDX-License-Identifier: Apache-2.0
import { ActionIcon, NativeSelect, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../api/http';
import { readPath, type Delivery, type MessagePath } from '../../../api/paths';
import { useAddress } from '../../../components/useAddress';
import { durationText } from '../../../model/duration';
import { isSettled, keyOf, shownDelivery, walkOf } from '../../../model/path';
import { wayOf, type Way } from '../../../model/test/way';
import { exactTime } from '../../../model/time';
import { useChain } from '../chainContext';
import { CloseIcon } from '../icons';
import { useTesting } from '../test/testContext';
import classes from './FollowedMessage.module.css';
import { FollowedSteps } from './FollowedSteps';

const NOT_FOUND = 404;
const REFRESH_MS = 1_000;

/** Draws the way of the message that the address names, and shows its steps with what each node made of it. */
export function FollowedMessage() {
  const [params, changeAddress] = useAddress();
  const message = params.get('message');
  const change = (shown: string | undefined) =>
    changeAddress((present) => {
      if (shown === undefined) {
        present.delete('message');
        present.delete('delivery');
      } else {
        present.set('delivery', shown);
      }
      return present;
    }, true);
  return message === null ? null : (
    <Followed
      key={message}
      message={message}
      shown={params.get('delivery')}
      onDelivery={change}
      onClose={() => change(undefined)}
    />
  );
}

interface FollowedProps {
  readonly message: string;
  /** Key of the delivery to show; null for the last one. */
  readonly shown: string | null;
  readonly onDelivery: (key: string) => void;
  readonly onClose: () => void;
}

function Followed({ message, shown, onDelivery, onClose }: FollowedProps) {
  const { t } = useTranslation();
  const { store } = useTesting();
  const chainId = useChain((state) => state.chainId);
  const document = useChain(({ history }) => history.present);
  const { data, error } = useQuery({
    queryKey: ['messagePath', message],
    queryFn: ({ signal }) => readPath(message, signal),
    staleTime: Infinity,
    // Its contents are in the database a moment after its end.
    refetchInterval: ({ state }) =>
      state.data === undefined || isSettled(state.data, Date.now()) ? false : REFRESH_MS,
  });
  const delivery = data === undefined ? undefined : shownDelivery(data.deliveries, shown);
  const way = useMemo(
    () =>
      data === undefined
        ? undefined
        : wayOf(walkOf(delivery ?? inFlightOf(data)), chainId, document),
    [data, delivery, chainId, document],
  );
  useEffect(() => {
    store.getState().follow(way);
    return () => store.getState().follow(undefined);
  }, [store, way]);

  const deliveries = data?.deliveries ?? [];
  return (
    <section
      className={classes.panel}
      aria-label={t('paths.followedTitle')}
      data-steps={(delivery !== undefined && delivery.branches.length > 0) || undefined}
    >
      <div className={classes.head}>
        <div role="status" className={classes.status}>
          <StatusText error={error} pending={data === undefined} way={way} delivery={delivery} />
        </div>
        {deliveries.length > 1 && (
          <NativeSelect
            size="xs"
            aria-label={t('paths.delivery')}
            value={delivery === undefined ? '' : keyOf(delivery)}
            data={deliveries.map((each, index) => ({
              value: keyOf(each),
              label: t('paths.deliveryOf', {
                number: index + 1,
                outcome: t(`paths.outcomes.${each.outcome}`),
                time: exactTime(each.endedTs),
              }),
            }))}
            onChange={({ currentTarget: { value } }) => onDelivery(value)}
          />
        )}
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
      {delivery !== undefined && (
        <FollowedSteps key={keyOf(delivery)} delivery={delivery} chainId={chainId} />
      )}
    </section>
  );
}

interface StatusTextProps {
  readonly error: Error | null;
  readonly pending: boolean;
  readonly way: Way | undefined;
  readonly delivery: Delivery | undefined;
}

/** How the message ended, or why its way is not shown. */
function StatusText({ error, pending, way, delivery }: StatusTextProps) {
  const { t } = useTranslation();
  const text = () => {
    if (error !== null) {
      return error instanceof ApiError && error.status === NOT_FOUND
        ? t('paths.followedGone')
        : error.message;
    }
    if (pending) {
      return '…';
    }
    if (delivery === undefined) {
      return t('paths.followedInFlight');
    }
    return t('paths.followed', {
      time: exactTime(delivery.endedTs),
      outcome: t(`paths.outcomes.${delivery.outcome}`),
      duration: typeof delivery.micros === 'number' ? durationText(delivery.micros) : '',
    });
  };
  return (
    <>
      <Text size="sm" fw={600}>
        {text()}
      </Text>
      {way?.nodes.size === 0 && <Text size="sm">{t('paths.followedElsewhere')}</Text>}
    </>
  );
}

/** The way so far of a message of which no delivery has ended. */
function inFlightOf({ inFlight }: MessagePath) {
  return { branches: inFlight[0]?.branches ?? [], error: null };
}
