// SPDX-License-Identifier: Apache-2.0
import { Alert, Code, Group, Loader, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sendRpc } from '../../api/rpc';
import { CopyButton } from '../../components/CopyButton';
import { Panel } from '../../components/Panel';
import { durationText } from '../../model/duration';
import {
  bodyOf,
  faultOf,
  NEW_RPC,
  prettyJson,
  waitOf,
  type RpcCall,
  type RpcDraft,
} from '../../model/rpc';
import { useRpcCalls } from '../../store/rpcCalls';
import classes from './DevicePage.module.css';
import { PersistentRequests } from './PersistentRequests';
import { RecentCalls } from './RecentCalls';
import { RpcForm } from './RpcForm';

/** How the latest call ended: with the text of an answer, or with what the server said instead. */
interface Ended {
  readonly call: RpcCall;
  readonly text: string;
}

/** Sends requests to the device and shows how they end. */
export function RpcPanel({ deviceId }: { readonly deviceId: string }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [draft, setDraft] = useState(NEW_RPC);
  const [calls, add] = useRpcCalls(deviceId);
  const { mutate, isPending, data } = useMutation({
    mutationFn: (sent: RpcDraft) => call(deviceId, sent),
    onSuccess: async (ended) => {
      add(ended.call);
      if (ended.call.draft.persistent) {
        await queries.invalidateQueries({ queryKey: ['persistentRpc', deviceId] });
      }
    },
  });
  const send = (next: RpcDraft) => {
    setDraft(next);
    mutate(next);
  };
  return (
    <Panel title={t('rpc.title')}>
      <div className={classes.rpc}>
        <RpcForm draft={draft} onChange={setDraft} isSending={isPending} onSend={send} />
        <Stack gap="md" miw={0}>
          <div role="status">
            {isPending ? (
              <Group gap="xs">
                <Loader size="xs" aria-hidden />
                <Text size="sm">{t('rpc.waiting')}</Text>
              </Group>
            ) : data === undefined ? (
              <Text size="sm" c="dimmed">
                {t('rpc.nothingSent')}
              </Text>
            ) : (
              <Outcome ended={data} />
            )}
          </div>
          <RecentCalls calls={calls} isSending={isPending} onSend={send} />
        </Stack>
      </div>
      <PersistentRequests deviceId={deviceId} />
    </Panel>
  );
}

async function call(deviceId: string, draft: RpcDraft): Promise<Ended> {
  const ts = Date.now();
  const begun = performance.now();
  const ended = (end: RpcCall['end'], text: string): Ended => ({
    call: { draft, ts, millis: performance.now() - begun, end },
    text,
  });
  const { oneWay, persistent } = draft;
  try {
    const answer = await sendRpc(deviceId, oneWay, bodyOf(draft, ts), waitOf(draft));
    return ended(persistent ? 'stored' : oneWay ? 'acknowledged' : 'answered', answer);
  } catch (e) {
    const error = e instanceof Error ? e : new Error(String(e));
    return ended(faultOf(error, persistent), error.message);
  }
}

function Outcome({ ended: { call: done, text } }: { readonly ended: Ended }) {
  const { t } = useTranslation();
  const { end, millis, draft } = done;
  const duration = durationText(millis * 1_000);
  const heading = t(`rpc.ends.${end}`, { method: draft.method });
  switch (end) {
    case 'answered':
      return (
        <Stack gap="xs">
          <Group gap="xs" justify="space-between">
            <Text size="sm" fw={600}>
              {t('rpc.after', { text: heading, duration })}
            </Text>
            <CopyButton text={text} what={t('rpc.answer')} />
          </Group>
          <Code
            block
            className={classes.answer ?? ''}
            tabIndex={0}
            role="region"
            aria-label={t('rpc.answer')}
          >
            {prettyJson(text)}
          </Code>
        </Stack>
      );
    case 'acknowledged':
    case 'stored':
      return (
        <Text size="sm" fw={600}>
          {t('rpc.after', { text: heading, duration })}
        </Text>
      );
    default:
      return (
        <Alert
          color="red"
          variant="light"
          py="xs"
          title={t('rpc.after', { text: heading, duration })}
        >
          {text}
        </Alert>
      );
  }
}
