// SPDX-License-Identifier: Apache-2.0
import { Button, Group, Pagination, Skeleton, Stack, Text } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState, type DragEvent } from 'react';
import { useTranslation } from 'react-i18next';
import {
  exportAllRuleChains,
  listRuleChains,
  SORT_PROPERTIES,
  type RuleChain,
} from '../../api/ruleChains';
import type { Page } from '../../api/types';
import { download } from '../../components/download';
import { ErrorNote } from '../../components/ErrorNote';
import { PageTitle } from '../../components/PageTitle';
import { SearchField } from '../../components/SearchField';
import { useListAddress } from '../../components/useListAddress';
import { CreateDialog } from './ChainDialogs';
import { droppedFiles, mayHoldChains } from './chainFiles';
import { ImportDialog } from './ImportDialog';
import { RuleChainTable } from './RuleChainTable';
import classes from './RuleChainTable.module.css';
import { useImports } from './useImports';

const PAGE_SIZE = 20;

export function RuleChainsPage() {
  const { t } = useTranslation();
  const { search, page, sortProperty, descending, show } = useListAddress(SORT_PROPERTIES);
  const [dialog, setDialog] = useState<'create' | 'import'>();
  const [over, setOver] = useState(false);
  const imports = useImports();
  const { data: chains, error } = useQuery({
    queryKey: ['ruleChains', search, page, sortProperty, descending],
    queryFn: ({ signal }) =>
      listRuleChains(
        { pageSize: PAGE_SIZE, page, textSearch: search, sortProperty, descending },
        signal,
      ),
    placeholderData: keepPreviousData,
  });
  const exporting = useMutation({
    mutationFn: exportAllRuleChains,
    onSuccess: (file) => download('rule_chains.json', file),
  });

  const onDragOver = (event: DragEvent) => {
    if (dialog === undefined && mayHoldChains(event.dataTransfer)) {
      event.preventDefault();
      setOver(true);
    }
  };
  const onDragLeave = ({ currentTarget, relatedTarget }: DragEvent) => {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) {
      setOver(false);
    }
  };
  const onDrop = (event: DragEvent) => {
    setOver(false);
    const files = dialog === undefined ? droppedFiles(event.dataTransfer) : [];
    if (files.length > 0) {
      event.preventDefault();
      setDialog('import');
      imports.add(files);
    }
  };
  const closeImport = () => {
    setDialog(undefined);
    imports.clear();
  };

  return (
    <Stack
      gap="md"
      className={classes.page ?? ''}
      onDragOver={onDragOver}
      onDragLeave={onDragLeave}
      onDrop={onDrop}
    >
      {over && <div className={classes.pageDrop}>{t('ruleChains.dropHere')}</div>}
      <Group justify="space-between">
        <Group gap="sm" align="baseline">
          <PageTitle title={t('ruleChains.title')} />
          {chains !== undefined && (
            <Text size="sm" c="dimmed" role="status">
              {t(search === '' ? 'ruleChains.count' : 'ruleChains.found', {
                count: chains.totalElements,
              })}
            </Text>
          )}
        </Group>
        <Group gap="xs">
          <SearchField
            label={t('ruleChains.searchLabel')}
            placeholder={t('ruleChains.searchPlaceholder')}
            search={search}
            onSearch={(text) => show({ search: text, page: 0 }, true)}
          />
          <Button
            variant="default"
            loading={exporting.isPending}
            disabled={chains === undefined || (search === '' && chains.totalElements === 0)}
            onClick={() => exporting.mutate()}
          >
            {t('ruleChains.exportAll')}
          </Button>
          <Button variant="default" onClick={() => setDialog('import')}>
            {t('ruleChains.import')}
          </Button>
          <Button onClick={() => setDialog('create')}>{t('ruleChains.create')}</Button>
        </Group>
      </Group>
      {error !== null && <ErrorNote error={error} />}
      {exporting.error !== null && <ErrorNote error={exporting.error} />}
      {chains === undefined ? (
        error === null && <Skeleton height={280} />
      ) : (
        <ChainList
          chains={chains}
          search={search}
          onCreate={() => setDialog('create')}
          onImport={() => setDialog('import')}
        />
      )}
      {chains !== undefined && chains.totalPages > 1 && (
        <Group justify="flex-end">
          <Pagination
            size="sm"
            total={chains.totalPages}
            value={page + 1}
            onChange={(number) => show({ page: number - 1 })}
            getItemProps={(number) => ({ 'aria-label': t('common.page', { number }) })}
            getControlProps={(control) => ({
              'aria-label': t(control === 'next' ? 'common.nextPage' : 'common.previousPage'),
            })}
          />
        </Group>
      )}
      {dialog === 'create' && <CreateDialog onClose={() => setDialog(undefined)} />}
      {dialog === 'import' && <ImportDialog imports={imports} onClose={closeImport} />}
    </Stack>
  );
}

interface ChainListProps {
  readonly chains: Page<RuleChain>;
  readonly search: string;
  readonly onCreate: () => void;
  readonly onImport: () => void;
}

function ChainList({ chains, search, onCreate, onImport }: ChainListProps) {
  const { t } = useTranslation();
  if (chains.data.length > 0) {
    return <RuleChainTable chains={chains.data} />;
  }
  if (search !== '') {
    return (
      <Text c="dimmed" ta="center" py="xl">
        {t('ruleChains.noneFound', { search })}
      </Text>
    );
  }
  return (
    <Stack align="center" gap="xs" py="xl">
      <Text fw={600}>{t('ruleChains.empty')}</Text>
      <Text c="dimmed">{t('ruleChains.emptyHelp')}</Text>
      <Group gap="xs" mt="xs">
        <Button onClick={onCreate}>{t('ruleChains.create')}</Button>
        <Button variant="default" onClick={onImport}>
          {t('ruleChains.import')}
        </Button>
      </Group>
    </Stack>
  );
}
