// SPDX-License-Identifier: Apache-2.0
import { Alert, Anchor, Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type DragEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ApiError } from '../../api/http';
import { importRuleChains, type ImportedChain } from '../../api/ruleChains';
import { Dialog } from '../../components/Dialog';
import { importFault } from '../../model/chain/exportFile';
import { groupByText, type Report, type ReportedFault } from '../../model/chain/findings';
import type { JsonObject } from '../../model/json';
import classes from './RuleChainTable.module.css';

const MAX_PLACES = 6;

/** Imports rule chains from a file; shows what the server finds in it, grouped by text. */
export function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [over, setOver] = useState(false);
  const [fileName, setFileName] = useState('');
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: async (file: File) => {
      const text = await file.text();
      const fault = importFault(text);
      if (fault !== undefined) {
        const key = fault === 'notJson' ? 'importNotJson' : 'importNotRuleChains';
        throw new Error(t(`ruleChains.${key}`, { file: file.name }));
      }
      return importRuleChains(JSON.parse(text) as JsonObject);
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['ruleChains'] }),
  });
  const read = (file: File | null | undefined) => {
    if (file !== null && file !== undefined) {
      setFileName(file.name);
      mutate(file);
    }
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    read(event.dataTransfer.files[0]);
  };
  return (
    <Dialog title={t('ruleChains.importTitle')} onClose={onClose} size="lg">
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('ruleChains.importHelp')}
        </Text>
        <div
          className={classes.drop}
          data-over={over || undefined}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={onDrop}
          role="group"
          aria-label={t('ruleChains.importTitle')}
        >
          <Text size="sm">{t('ruleChains.importDrop')}</Text>
          <FileButton accept="application/json,.json" onChange={read}>
            {(props) => (
              <Button {...props} variant="default" size="xs" loading={isPending}>
                {t('ruleChains.importChoose')}
              </Button>
            )}
          </FileButton>
        </div>
        <div aria-live="polite">
          {isPending && <Text size="sm">{t('ruleChains.importing', { file: fileName })}</Text>}
          {error !== null && <Refusal error={error} fileName={fileName} />}
          {data !== undefined && <Imported chains={data} onClose={onClose} />}
        </div>
      </Stack>
    </Dialog>
  );
}

function Refusal({ error, fileName }: { readonly error: Error; readonly fileName: string }) {
  const { t } = useTranslation();
  const { errors = [], warnings = [] } =
    error instanceof ApiError ? ((error.details ?? {}) as Report) : {};
  return (
    <Alert role="alert" color="red" variant="light">
      <Stack gap="sm">
        {errors.length === 0 ? (
          <Text size="sm">{error.message}</Text>
        ) : (
          <Text size="sm" fw={600}>
            {t('ruleChains.importFailed', { file: fileName })}
          </Text>
        )}
        <Findings title={t('ruleChains.importErrors')} faults={errors} />
        <Findings title={t('ruleChains.importWarnings')} faults={warnings} />
      </Stack>
    </Alert>
  );
}

interface ImportedProps {
  readonly chains: readonly ImportedChain[];
  readonly onClose: () => void;
}

function Imported({ chains, onClose }: ImportedProps) {
  const { t } = useTranslation();
  const warnings = chains.flatMap(({ name, warnings: own }) =>
    own.map((warning) => ({ ...warning, ruleChainName: name })),
  );
  return (
    <Stack gap="sm">
      <Text size="sm" fw={600}>
        {t('ruleChains.imported', { count: chains.length })}
      </Text>
      <Group gap="xs">
        {chains.map(({ id, name }) => (
          <Anchor key={id} component={Link} to={`/rule-chains/${id}`} size="sm">
            {name}
          </Anchor>
        ))}
      </Group>
      <Findings title={t('ruleChains.importWarnings')} faults={warnings} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('common.close')}
        </Button>
      </Group>
    </Stack>
  );
}

interface FindingsProps {
  readonly title: string;
  readonly faults: readonly ReportedFault[];
}

function Findings({ title, faults }: FindingsProps) {
  const { t } = useTranslation();
  if (faults.length === 0) {
    return null;
  }
  return (
    <section aria-label={title}>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <ul className={classes.groups}>
        {groupByText(faults).map(({ message, findings }) => (
          <li key={message}>
            {message}
            <div className={classes.places}>{placesOf(findings)}</div>
          </li>
        ))}
      </ul>
    </section>
  );

  function placesOf(findings: readonly ReportedFault[]): string {
    const places = findings.slice(0, MAX_PLACES).map(({ ruleChainName, nodeName, field }) => {
      const node = nodeName ?? field;
      const chain = ruleChainName ?? undefined;
      return chain === undefined ? node : t('ruleChains.findingPlace', { chain, node });
    });
    const more = findings.length - places.length;
    const rest = more > 0 ? [t('ruleChains.findingMore', { count: more })] : [];
    return [...places, ...rest].join(' · ');
  }
}
