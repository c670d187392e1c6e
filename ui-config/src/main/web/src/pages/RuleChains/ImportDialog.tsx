// SPDX-License-Identifier: Apache-2.0
import { Alert, Anchor, Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { useState, type DragEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { FindingSections } from '../../components/chain/FindingSections';
import { Dialog } from '../../components/Dialog';
import { chainIn } from '../../model/chain/exportFile';
import {
  missingTypesIn,
  needsOnlyPlaceholders,
  type ReportedFault,
} from '../../model/chain/findings';
import { droppedFiles } from './chainFiles';
import classes from './RuleChainTable.module.css';
import type { FileImport, Imports, Outcome } from './useImports';
import { useOpenUnsaved } from './useOpenUnsaved';

interface ImportDialogProps {
  readonly imports: Imports;
  readonly onClose: () => void;
}

/** Imports rule chains from files; shows what the server finds in each, with a way to each node. */
export function ImportDialog({ imports, onClose }: ImportDialogProps) {
  const { t } = useTranslation();
  const [over, setOver] = useState(false);
  const { files, add } = imports;
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    // The page behind the dialog takes dropped files too.
    event.stopPropagation();
    setOver(false);
    add(droppedFiles(event.dataTransfer));
  };
  return (
    <Dialog title={t('ruleChains.importTitle')} onClose={onClose} size="xl">
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('ruleChains.importHelp')}
        </Text>
        {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the button does the same */}
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
          <FileButton accept="application/json,.json" multiple onChange={add}>
            {(props) => (
              <Button {...props} variant="default" size="xs">
                {t('ruleChains.importChoose')}
              </Button>
            )}
          </FileButton>
        </div>
        <Stack gap="sm" aria-live="polite">
          {files.map((file) => (
            <ImportedFile key={file.id} file={file} onKeepUnknown={imports.keepUnknown} />
          ))}
        </Stack>
        {files.length > 0 && (
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('common.close')}
            </Button>
          </Group>
        )}
      </Stack>
    </Dialog>
  );
}

interface ImportedFileProps {
  readonly file: FileImport;
  readonly onKeepUnknown: (file: FileImport) => void;
}

function ImportedFile({ file, onKeepUnknown }: ImportedFileProps) {
  const { t } = useTranslation();
  const { fileName, outcome } = file;
  switch (outcome.kind) {
    case 'running':
      return <Text size="sm">{t('ruleChains.importing', { file: fileName })}</Text>;
    case 'imported':
      return <Imported fileName={fileName} outcome={outcome} />;
    case 'refused':
      return (
        <Refused fileName={fileName} outcome={outcome} onKeepUnknown={() => onKeepUnknown(file)} />
      );
  }
}

interface ImportedProps {
  readonly fileName: string;
  readonly outcome: Extract<Outcome, { kind: 'imported' }>;
}

function Imported({ fileName, outcome: { chains, takenNames } }: ImportedProps) {
  const { t } = useTranslation();
  const findings = chains.flatMap(({ id, name, warnings }) =>
    warnings.map((warning) => ({ ...warning, ruleChainName: name, chainId: id })),
  );
  const several = chains.length > 1;
  return (
    <section className={classes.file} aria-label={fileName}>
      <Text size="sm" fw={600}>
        {t('ruleChains.imported', { count: chains.length, file: fileName })}
      </Text>
      <Group gap="xs">
        {chains.map(({ id, name }) => (
          <Anchor key={id} component={Link} to={`/rule-chains/${id}`} size="sm">
            {name}
          </Anchor>
        ))}
      </Group>
      {takenNames.length > 0 && (
        <Text size="sm">{t('ruleChains.importSameName', { names: takenNames.join(', ') })}</Text>
      )}
      <Findings
        title={t('ruleChains.importWarnings')}
        findings={findings}
        place={(finding) =>
          finding.nodeIndex === null ? (
            placeText(finding, several)
          ) : (
            <Anchor
              component={Link}
              to={`/rule-chains/${finding.chainId}?node=${finding.nodeIndex}`}
              size="xs"
            >
              {placeText(finding, several)}
            </Anchor>
          )
        }
      />
    </section>
  );
}

interface RefusedProps {
  readonly fileName: string;
  readonly outcome: Extract<Outcome, { kind: 'refused' }>;
  readonly onKeepUnknown: () => void;
}

function Refused({ fileName, outcome, onKeepUnknown }: RefusedProps) {
  const { t } = useTranslation();
  const { message, report, content } = outcome;
  const { errors = [], warnings = [] } = report;
  const unsaved = useOpenUnsaved();
  const chain = content === undefined ? undefined : chainIn(content);
  const missing = missingTypesIn(report);
  const place = (finding: ReportedFault) =>
    chain === undefined || finding.nodeIndex === null ? (
      placeText(finding, chain === undefined)
    ) : (
      <Anchor
        component="button"
        type="button"
        size="xs"
        disabled={unsaved.isPending}
        onClick={() => unsaved.open(chain, finding.nodeIndex)}
      >
        {placeText(finding, false)}
      </Anchor>
    );
  return (
    <Alert role="alert" color="red" variant="light">
      <Stack gap="sm">
        <Text size="sm" fw={600}>
          {errors.length === 0 ? message : t('ruleChains.importFailed', { file: fileName })}
        </Text>
        <Findings title={t('ruleChains.importErrors')} findings={errors} place={place} />
        <Findings title={t('ruleChains.importWarnings')} findings={warnings} place={place} />
        {missing > 0 && (
          <Text size="sm">
            {t(
              needsOnlyPlaceholders(report)
                ? 'ruleChains.keepUnknownHelp'
                : 'ruleChains.keepUnknownNotEnough',
            )}
          </Text>
        )}
        {unsaved.error !== null && <Text size="sm">{unsaved.error.message}</Text>}
        <Group gap="xs">
          {needsOnlyPlaceholders(report) && (
            <Button size="xs" onClick={onKeepUnknown}>
              {t('ruleChains.keepUnknown', { count: missing })}
            </Button>
          )}
          {chain !== undefined && errors.length > 0 && (
            <Button
              size="xs"
              variant="default"
              loading={unsaved.isPending}
              title={t('ruleChains.openUnsavedHelp')}
              onClick={() => unsaved.open(chain, null)}
            >
              {t('ruleChains.openUnsaved')}
            </Button>
          )}
        </Group>
      </Stack>
    </Alert>
  );
}

interface FindingsProps<T> {
  readonly title: string;
  readonly findings: readonly T[];
  readonly place: (finding: T) => ReactNode;
}

function Findings<T extends ReportedFault>({ title, findings, place }: FindingsProps<T>) {
  return findings.length === 0 ? null : (
    <section aria-label={title}>
      <Text size="sm" fw={600} c="dimmed">
        {title}
      </Text>
      <FindingSections findings={findings} place={place} />
    </section>
  );
}

function placeText(
  { ruleChainName, nodeIndex, nodeName, field }: ReportedFault,
  withChain: boolean,
): string {
  const node = nodeName === null || nodeIndex === null ? field : `#${nodeIndex + 1} ${nodeName}`;
  return withChain && typeof ruleChainName === 'string' ? `${ruleChainName}: ${node}` : node;
}
