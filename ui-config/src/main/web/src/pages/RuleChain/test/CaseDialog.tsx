// SPDX-License-Identifier: Apache-2.0
import { Alert, Button, Group, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { saveTestCase } from '../../../api/chainTests';
import { Dialog } from '../../../components/Dialog';
import { ErrorNote } from '../../../components/ErrorNote';
import { choiceOf, choiceOfCase, expectationOf, isExplicit } from '../../../model/test/expectation';
import { inputOf } from '../../../model/test/message';
import type { FinishedRun } from '../../../store/testStore';
import { ExpectationFields } from './ExpectationFields';
import { testCasesKey } from './testCommands';
import { useTest, useTesting } from './testContext';

const MAX_NAME = 255;

interface CaseDialogProps {
  readonly chainId: string;
  readonly run: FinishedRun;
  readonly onClose: () => void;
}

/** Saves the message of a run as a test case, with what the user chooses to expect. */
export function CaseDialog({ chainId, run, onClose }: CaseDialogProps) {
  const { t } = useTranslation();
  const { store, commands } = useTesting();
  const queries = useQueryClient();
  const openCase = useTest((state) => state.openCase);
  const [name, setName] = useState(openCase?.name ?? '');
  const [choice, setChoice] = useState(() =>
    openCase === undefined ? choiceOf(run.report) : choiceOfCase(openCase.expected, run.report),
  );
  const save = useMutation({
    mutationFn: () =>
      saveTestCase(chainId, {
        id: openCase?.id ?? null,
        name: name.trim(),
        input: inputOf(run.draft),
        expected: expectationOf(choice),
      }),
    onSuccess: async () => {
      onClose();
      store.getState().edit(undefined);
      store.getState().show('cases');
      await queries.invalidateQueries({ queryKey: testCasesKey(chainId) });
      await commands.runAll();
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    save.mutate();
  };
  const failed = run.report.outcome === 'FAILED';

  return (
    <Dialog
      title={t(openCase === undefined ? 'chainTest.saveTitle' : 'chainTest.changeTitle')}
      onClose={onClose}
      size="lg"
    >
      <form onSubmit={submit}>
        <Stack gap="sm">
          <TextInput
            label={t('common.name')}
            value={name}
            maxLength={MAX_NAME}
            required
            withAsterisk={false}
            data-autofocus
            onChange={({ currentTarget: { value } }) => setName(value)}
          />
          {failed && (
            <Alert color="red" variant="light" py="xs">
              {t('chainTest.runFailed', { message: run.report.error?.message ?? '' })}
            </Alert>
          )}
          {openCase !== undefined && (
            <Button
              variant="default"
              size="compact-sm"
              onClick={() => setChoice(choiceOf(run.report))}
            >
              {t('chainTest.expectRun')}
            </Button>
          )}
          <ExpectationFields choice={choice} onChange={setChoice} />
          {save.error !== null && <ErrorNote error={save.error} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button
              type="submit"
              loading={save.isPending}
              disabled={name.trim() === '' || !isExplicit(choice)}
            >
              {t('chainTest.confirmCase')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
