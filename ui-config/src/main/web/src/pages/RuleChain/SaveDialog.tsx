// SPDX-License-Identifier: Apache-2.0
import { Alert, Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/http';
import { listVersions, readMetadata, saveMetadata, type RuleChain } from '../../api/ruleChains';
import { Dialog } from '../../components/Dialog';
import {
  differenceBetween,
  isEmptyDifference,
  type ChainDifference,
} from '../../model/chain/difference';
import { isMissingType } from '../../model/chain/finding';
import { findingsOf, type LocatedFinding, type Report } from '../../model/chain/findings';
import { fromMetadata, toMetadata } from '../../model/chain/metadata';
import { useChain, useEditing } from './chainContext';
import { ConflictDialog, type Conflict } from './ConflictDialog';
import { FindingList } from './FindingsPanel';
import { FailedCases } from './test/FailedCases';
import { failedCases } from './test/stoppedBy';

const MAX_COMMENT = 1_000;

interface SaveDialogProps {
  readonly chain: RuleChain;
  readonly onClose: () => void;
}

/** Saves the chain with a comment; shows what another user has changed meanwhile. */
export function SaveDialog({ chain, onClose }: SaveDialogProps) {
  const { t } = useTranslation();
  const { store } = useEditing();
  const queries = useQueryClient();
  const present = useChain(({ history }) => history.present);
  const saved = useChain((state) => state.saved);
  const [comment, setComment] = useState('');
  const [conflict, setConflict] = useState<Conflict>();
  const [keepUnknown, setKeepUnknown] = useState(false);
  const unknown = useChain(
    ({ findings }) =>
      findings.filter((finding) => finding.severity === 'error' && isMissingType(finding)).length,
  );
  const difference = differenceBetween(saved, present);

  const save = useMutation({
    mutationFn: async (version: number) => {
      const document = store.getState().history.present;
      try {
        const answer = await saveMetadata(
          toMetadata(document, version),
          comment.trim(),
          keepUnknown,
        );
        store.getState().acceptSave(document, answer);
        return undefined;
      } catch (e) {
        if (!(e instanceof ApiError) || e.status !== 409) {
          throw e;
        }
        return await conflictWith(chain.id.id);
      }
    },
    onSuccess: (found, version) => {
      if (found === undefined) {
        void queries.invalidateQueries({ queryKey: ['ruleChain', chain.id.id] });
        void queries.invalidateQueries({ queryKey: ['ruleChains'] });
        store
          .getState()
          .announce(t('editor.announce.saved', { version: store.getState().version }));
        onClose();
        return;
      }
      const theirs = differenceBetween(store.getState().saved, fromMetadata(found.metadata));
      const theirVersion = found.metadata.version ?? 0;
      if (isEmptyDifference(theirs) && theirVersion !== version) {
        // Only the name or another property of the chain has changed: nothing is overwritten.
        save.mutate(theirVersion);
      } else {
        setConflict({ ...found, theirs });
      }
    },
  });

  if (conflict !== undefined) {
    return (
      <ConflictDialog
        conflict={conflict}
        mine={difference}
        saving={save.isPending}
        onLoad={() => {
          store.getState().load(conflict.metadata);
          onClose();
        }}
        onOverwrite={() => save.mutate(conflict.metadata.version ?? 0)}
        onClose={onClose}
      />
    );
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    save.mutate(store.getState().version);
  };
  const errors = refusals(save.error, [...present.nodes.keys()]);
  const failed = failedCases(save.error);
  return (
    <Dialog title={t('save.title', { name: chain.name })} onClose={onClose} size="lg">
      <form onSubmit={submit}>
        <Stack gap="sm">
          <Text size="sm">
            {changesText(difference)} {t('save.text')}
          </Text>
          {present.nodes.size === 0 && present.notes.size > 0 && (
            <Alert color="yellow" variant="light" py="xs">
              {t('save.notesNeedNode')}
            </Alert>
          )}
          <TextInput
            label={t('common.comment')}
            description={t('common.commentHelp')}
            value={comment}
            maxLength={MAX_COMMENT}
            data-autofocus
            onChange={({ currentTarget: { value } }) => setComment(value)}
          />
          {unknown > 0 && (
            <Checkbox
              label={t('save.keepUnknown', { count: unknown })}
              description={t('save.keepUnknownHelp')}
              checked={keepUnknown}
              onChange={({ currentTarget: { checked } }) => setKeepUnknown(checked)}
            />
          )}
          {save.error !== null && (
            <Alert role="alert" color="red" variant="light" py="xs">
              {failed.length > 0
                ? t('chainTest.saveStopped', { count: failed.length })
                : errors.length > 0
                  ? t('save.errors')
                  : t('save.failed', { message: save.error.message })}
            </Alert>
          )}
          {errors.length > 0 && <FindingList findings={errors} onGo={onClose} />}
          {failed.length > 0 && <FailedCases failed={failed} onOpen={onClose} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={save.isPending}>
              {t('save.confirm')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );

  function changesText({ nodes, connections, firstNode }: ChainDifference): string {
    const changes = nodes.filter(({ mark }) => mark !== 'moved').length + connections.length;
    const count = changes + (firstNode === undefined ? 0 : 1);
    return count === 0 ? t('save.onlyMoved') : t('save.changes', { count });
  }
}

async function conflictWith(chainId: string): Promise<Omit<Conflict, 'theirs'>> {
  const [metadata, versions] = await Promise.all([
    readMetadata(chainId),
    listVersions(chainId, 0, 1),
  ]);
  return { metadata, latest: versions.data[0] };
}

function refusals(error: Error | null, order: readonly string[]): readonly LocatedFinding[] {
  return error instanceof ApiError
    ? findingsOf((error.details ?? {}) as Report, order).filter(
        ({ severity }) => severity === 'error',
      )
    : [];
}
